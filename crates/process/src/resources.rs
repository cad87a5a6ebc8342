//! What this process uses: memory and processor time, as the system counts them.

use std::time::Duration;

/// Resident memory of this process and of the processes that it started (solvers), in bytes.
#[cfg(target_os = "linux")]
pub fn memory_in_use() -> Option<u64> {
    let own = resident_memory(std::process::id())?;
    Some(own + children().into_iter().filter_map(resident_memory).sum::<u64>())
}

/// Resident memory of a process in bytes.
#[cfg(target_os = "linux")]
pub fn resident_memory(process: u32) -> Option<u64> {
    let text = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let pages: u64 = text.split_ascii_whitespace().nth(1)?.parse().ok()?;
    // SAFETY: `sysconf` has no preconditions.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    Some(pages * u64::try_from(page).ok()?)
}

/// The processes that threads of this one started.
#[cfg(target_os = "linux")]
fn children() -> Vec<u32> {
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return Vec::new() };
    let lists = threads
        .filter_map(|t| std::fs::read_to_string(t.ok()?.path().join("children")).ok())
        .collect::<String>();
    lists.split_ascii_whitespace().filter_map(|id| id.parse().ok()).collect()
}

/// Not known on this system: memory limits do not work here.
#[cfg(not(target_os = "linux"))]
pub fn memory_in_use() -> Option<u64> {
    None
}

/// Not known on this system.
#[cfg(not(target_os = "linux"))]
pub fn resident_memory(_process: u32) -> Option<u64> {
    None
}

/// How many threads to use: as the user says, else one per core.
pub fn threads(wanted: Option<u16>) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    wanted.map_or_else(cores, usize::from)
}

/// Processor time and peak memory.
#[derive(Clone, Copy, Debug, Default)]
pub struct Usage {
    /// User and system time.
    pub cpu: Duration,
    /// Largest resident memory, in bytes.
    pub peak_memory: u64,
}

/// What this process has used so far, the children it waited for included.
#[cfg(unix)]
pub fn usage() -> Option<Usage> {
    let own = usage_of(libc::RUSAGE_SELF)?;
    let children = usage_of(libc::RUSAGE_CHILDREN)?;
    Some(Usage {
        cpu: own.cpu + children.cpu,
        peak_memory: own.peak_memory.max(children.peak_memory),
    })
}

#[cfg(unix)]
fn usage_of(who: libc::c_int) -> Option<Usage> {
    let mut raw = std::mem::MaybeUninit::<libc::rusage>::zeroed();
    // SAFETY: the pointer is valid for writing one `rusage`, all of whose bit patterns are valid.
    let raw = unsafe {
        if libc::getrusage(who, raw.as_mut_ptr()) != 0 {
            return None;
        }
        raw.assume_init()
    };
    Some(from_rusage(&raw))
}

/// Reads the system's record.
#[cfg(unix)]
pub fn from_rusage(raw: &libc::rusage) -> Usage {
    let time = |t: libc::timeval| {
        Duration::from_secs(t.tv_sec.max(0) as u64) + Duration::from_micros(t.tv_usec.max(0) as u64)
    };
    let unit = if cfg!(target_os = "macos") { 1 } else { 1024 };
    Usage {
        cpu: time(raw.ru_utime) + time(raw.ru_stime),
        peak_memory: raw.ru_maxrss.max(0) as u64 * unit,
    }
}

/// What this process has used so far, the children it waited for included.
#[cfg(not(unix))]
pub fn usage() -> Option<Usage> {
    None
}
