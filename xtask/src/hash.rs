//! Names for what is kept, after what it was made of.

use sha2::{Digest, Sha256};

/// A hash of some pieces, as 32 hexadecimal digits.
pub fn name_of(pieces: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for piece in pieces {
        hash.update(piece.len().to_le_bytes());
        hash.update(piece);
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ_with_contents_and_their_division() {
        let names = [name_of(&[b"ab"]), name_of(&[b"a", b"b"]), name_of(&[b"ac"])];
        assert!(names.iter().all(|name| name.len() == 32), "{names:?}");
        assert!(names[0] != names[1] && names[0] != names[2], "{names:?}");
        assert_eq!(name_of(&[b"ab"]), names[0]);
    }
}
