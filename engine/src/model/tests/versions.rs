//! Each model's numbers have a version, so that what was kept can be told to be stale: bits that move
//! without a new version fail here.

use super::*;
use crate::numeric::Fingerprint;

/// Fits by name, and the hash of each version of their numbers. Versions are added, never changed.
const TABLE: &[(&str, &[(u32, u64)])] = &[
    ("gp", &[(1, 0xdad1_e486_24fd_61a6)]),
    ("shrunk", &[(1, 0xc050_b7c3_3910_59b6)]),
    ("detuned", &[(1, 0xfbfe_1786_4e12_6439)]),
    ("features", &[(1, 0xb7c9_9954_677f_2185)]),
    ("gp-rbf", &[(1, 0xee98_f157_6678_2093)]),
    ("gp-rbf ard", &[(1, 0xff3f_9e9e_96f7_b82d)]),
    ("svgp", &[(1, 0x3a05_a32f_0c14_b358)]),
    ("svgp ard", &[(1, 0x5294_6e44_3a3d_053b)]),
    ("svgp noise", &[(1, 0xe317_8e7a_5e5f_23e7)]),
    ("svgp kernel", &[(1, 0x47da_a178_38f3_8d68)]),
    ("nkn", &[(1, 0xfde2_51af_ee7c_c98c)]),
    ("nkn sparse", &[(1, 0xd5d1_7b9f_45f1_0076)]),
    ("fbnn", &[(1, 0x1ef1_1e53_8970_de54)]),
    ("fbnn ard", &[(1, 0xb35b_3148_3433_de8a)]),
    ("fbnn noise", &[(1, 0x8246_852e_83c7_8269)]),
    ("hmc", &[(1, 0x2c53_2960_5b5e_22cf)]),
    ("hmc learned", &[(1, 0xf2cf_206d_8242_84b0)]),
    ("bbb", &[(1, 0x5f26_10b1_c130_0051)]),
    ("bbb noise", &[(1, 0x1beb_879b_5143_418c)]),
    ("nng", &[(1, 0x96c2_6b4d_ffa6_2dba)]),
    ("ensemble", &[(1, 0xddf6_b4af_d5b3_d1ca)]),
    ("ensemble noise", &[(1, 0x8b76_0bc6_6000_2b02)]),
    ("dropout", &[(1, 0x3acb_0c0a_5e4c_7ba7)]),
];

#[test]
fn numbers_that_move_have_a_new_version() {
    let mut wrong = Vec::new();
    for (name, model, _) in models() {
        let now = (model.version(), hash(&*model));
        let known = TABLE.iter().find(|(fit, _)| *fit == name).map_or(&[][..], |(_, known)| known);
        assert!(known.is_sorted_by(|a, b| a.0 < b.0), "versions of {name} in order");
        if known.last() == Some(&now) {
            continue;
        }
        let kind = name.split(' ').next().unwrap_or(name);
        let row = format!("({}, {}) to the row \"{name}\"", now.0, grouped(now.1));
        wrong.push(match known.last() {
            Some((version, _)) if *version == now.0 => {
                format!("raise the version of {kind}, its numbers moved; then add {row}")
            }
            _ => format!("add {row}"),
        });
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(TABLE.len(), models().len(), "no rows of fits that there are not");
}

/// A hash as the table has it.
fn grouped(hash: u64) -> String {
    let groups = [48, 32, 16, 0].map(|shift| format!("{:04x}", (hash >> shift) & 0xffff));
    format!("0x{}", groups.join("_"))
}

/// Everything that a fit finds, and what its training leaves.
fn hash(model: &dyn Model) -> u64 {
    let inputs = places("asked", 4);
    let trained = train_all(model, &inputs);
    let fitted = predict(model, &trained, &inputs).unwrap();
    let mut hash = Fingerprint::new();
    for Trained { state, curve, .. } in &trained {
        hash = hash.floats(state).floats(curve);
    }
    let Posterior { mean, covariance, noise } = &fitted.posterior;
    hash = hash.floats(mean.as_slice()).floats(covariance.as_slice()).floats(noise.as_slice());
    let functions = fitted.functions.unwrap_or_else(|| Matrix::zeros(0, 0));
    hash = hash.floats(functions.as_slice()).floats(&fitted.curve);
    for Note { name, value } in fitted.learned.iter().chain(&fitted.diagnostics) {
        hash = match value {
            NoteValue::Number(value) => hash.text(name).float(*value),
            NoteValue::List(values) => hash.text(name).floats(values),
        };
    }
    hash.finish()
}
