//! A real scheduler on this machine: an array of shares, one of them killed in mid-work and submitted again, comes to
//! the bytes of an unbroken run. Needs Debian's slurm-wlm and root: `cargo xtask test --cluster` sees to both.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::{Duration, Instant};

const CLAIMS: &str = "models-synthetic --quick --d 1 --tasks 16 --quiet";
/// As long as anything may take.
const WAIT: Duration = Duration::from_secs(300);

#[test]
#[ignore = "needs Slurm and root: cargo xtask test --cluster"]
fn an_array_with_a_killed_task_comes_to_the_same_bytes() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cluster");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    let cluster = Cluster::start(&folder.join("slurm"));
    let out = folder.join("results");
    let job = cluster.submit(&out, None);
    let killed = wait(|| {
        let running = cluster.says("squeue", &["-h", "-r", "-t", "R", "-j", &job, "-o", "%K"]);
        let index = running.lines().next()?.trim().to_string();
        // In mid-work: something is done.
        has_units(&out).then_some(index)
    });
    let task = format!("{job}_{killed}");
    cluster.says("scancel", &["--signal=KILL", "--full", &task]);
    cluster.finish(&job);
    let merge = || Command::new(env!("CARGO_BIN_EXE_talscope")).arg("merge").arg(&out).output();
    let unfinished = merge().unwrap();
    assert_eq!(unfinished.status.code(), Some(75), "the kill came too late: {unfinished:?}");
    let again = cluster.submit(&out, Some(&killed));
    cluster.finish(&again);
    let merged = merge().unwrap();
    assert!(merged.status.success(), "{merged:?}");
    let single = folder.join("single");
    let mut whole = Command::new(env!("CARGO_BIN_EXE_talscope"));
    whole.arg("reproduce").args(CLAIMS.split(' ')).arg("--out").arg(&single);
    assert!(whole.status().unwrap().success());
    let results = |folder: &Path| fs::read_to_string(folder.join("results.jsonl")).unwrap();
    assert!(results(&out).lines().count() > 100);
    assert!(results(&out) == results(&single), "a cluster's results differ from a single run's");
}

/// Slurm's three daemons, with everything of theirs in one folder.
struct Cluster {
    conf: PathBuf,
    folder: PathBuf,
}

impl Cluster {
    fn start(folder: &Path) -> Self {
        fs::create_dir_all(folder).unwrap();
        let host = text(Command::new("hostname").arg("-s"));
        let host = host.trim();
        let at = folder.display();
        let conf = folder.join("slurm.conf");
        let settings = format!(
            "ClusterName=talscope\nSlurmctldHost={host}(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n\
             AuthType=auth/munge\nProctrackType=proctrack/pgid\nTaskPlugin=task/none\n\
             SelectType=select/cons_tres\nSelectTypeParameters=CR_Core\nReturnToService=2\n\
             StateSaveLocation={at}/state\nSlurmdSpoolDir={at}/spool\nSlurmctldPidFile={at}/ctld.pid\n\
             SlurmdPidFile={at}/d.pid\nSlurmctldLogFile={at}/ctld.log\nSlurmdLogFile={at}/d.log\n\
             AccountingStorageType=accounting_storage/none\nJobAcctGatherType=jobacct_gather/none\n\
             NodeName={host} NodeAddr=127.0.0.1 CPUs=2 RealMemory=5000 State=UNKNOWN\n\
             PartitionName=all Nodes={host} Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(&conf, settings).unwrap();
        // It may be running already, and then says so.
        let munge = "mkdir -p /run/munge && chown munge: /run/munge && (pgrep munged || runuser -u munge -- munged)";
        text(Command::new("sh").args(["-c", munge]));
        let cluster = Self { conf, folder: folder.into() };
        for daemon in ["slurmctld", "slurmd"] {
            text(Command::new(daemon).arg("-f").arg(&cluster.conf));
        }
        wait(|| cluster.says("sinfo", &["-h", "-o", "%t"]).contains("idle").then_some(()));
        cluster
    }

    /// Submits the example's array, or one task of it; gives the job's number.
    fn submit(&self, out: &Path, task: Option<&str>) -> String {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/cluster/slurm.sh");
        let mut command = Command::new("sbatch");
        command.env("SLURM_CONF", &self.conf).env("TALSCOPE", env!("CARGO_BIN_EXE_talscope"));
        command.env("TALSCOPE_CLAIMS", CLAIMS).env("TALSCOPE_OUT", out);
        command.arg("--parsable").arg("--chdir").arg(&self.folder);
        command.args(task.map(|task| format!("--array={task}")));
        text(command.arg(script)).trim().to_string()
    }

    fn finish(&self, job: &str) {
        wait(|| self.says("squeue", &["-h", "-j", job]).trim().is_empty().then_some(()));
    }

    /// What one of Slurm's programs prints; a job that is over may be unknown to it.
    fn says(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        let output = command.env("SLURM_CONF", &self.conf).args(arguments).output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for pid in ["d.pid", "ctld.pid"] {
            let pid = fs::read_to_string(self.folder.join(pid)).unwrap_or_default();
            let _ = Command::new("kill").arg(pid.trim()).status();
        }
    }
}

/// Whether a folder holds a finished unit: they lie in subfolders of two letters.
fn has_units(folder: &Path) -> bool {
    let folders = fs::read_dir(folder).into_iter().flatten().flatten();
    let units = folders.filter(|of| of.file_name().len() == 2).map(|of| fs::read_dir(of.path()));
    units.into_iter().flatten().any(|mut units| units.next().is_some())
}

fn text(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn wait<T>(mut ready: impl FnMut() -> Option<T>) -> T {
    let begun = Instant::now();
    loop {
        if let Some(found) = ready() {
            return found;
        }
        assert!(begun.elapsed() < WAIT, "it takes too long");
        sleep(Duration::from_millis(100));
    }
}
