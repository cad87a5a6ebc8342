//! Keeping a process away from the network and from files that are not its own.
//!
//! On Linux every user may enter a user namespace, and in it has namespaces of the network (without any device) and
//! of mounts (all but one folder read-only). Systems may forbid that, so what was not possible is said. There is no namespace of
//! processes: leak detection reads `/proc` under the numbers that processes have outside.
//!
//! What stays open: reading files that the user may read, and processes that leave their group, which only the
//! limit on processor time ends.

use std::path::Path;

/// What a process cannot reach.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Isolation {
    /// No network.
    pub network: bool,
    /// Nothing can be written outside of its folder.
    pub files: bool,
}

impl Isolation {
    /// What it still can reach, in words; none if that is nothing.
    pub fn missing(self) -> Option<&'static str> {
        match (self.network, self.files) {
            (true, true) => None,
            (true, false) => Some("files of the user"),
            (false, true) => Some("the network"),
            (false, false) => Some("the network and files of the user"),
        }
    }

    #[cfg(unix)]
    pub(crate) fn to_byte(self) -> u8 {
        u8::from(self.network) | u8::from(self.files) << 1
    }

    #[cfg(unix)]
    pub(crate) fn from_byte(byte: u8) -> Isolation {
        Isolation { network: byte & 1 != 0, files: byte & 2 != 0 }
    }
}

/// What is needed to enter a sandbox, made before a process is: nothing can be allocated after `fork`.
#[cfg(target_os = "linux")]
pub struct Sandbox {
    folder: std::ffi::CString,
    user_map: String,
    group_map: String,
}

#[cfg(target_os = "linux")]
impl Sandbox {
    /// A sandbox around a folder.
    pub fn new(folder: &Path) -> Option<Sandbox> {
        use std::os::unix::ffi::OsStrExt;
        let folder = folder.canonicalize().ok()?;
        let folder = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
        // SAFETY: both have no preconditions.
        let (user, group) = unsafe { (libc::geteuid(), libc::getegid()) };
        // Root is somebody else inside, and so loses the rights over the namespaces when the program starts.
        let inside = |id: u32| if id == 0 { 65534 } else { id };
        let map = |id: u32| format!("{} {id} 1", inside(id));
        Some(Sandbox { folder, user_map: map(user), group_map: map(group) })
    }

    /// Enters it, as far as the system lets us. Only system calls, no allocation: this runs between fork and exec.
    pub(crate) fn enter(&self) -> Isolation {
        const OURS: libc::c_int = libc::CLONE_NEWNET | libc::CLONE_NEWNS | libc::CLONE_NEWIPC;
        // SAFETY: `unshare` has no memory preconditions; the process has one thread.
        if unsafe { libc::unshare(libc::CLONE_NEWUSER | OURS) } != 0 {
            return Isolation::default();
        }
        write(c"/proc/self/setgroups", b"deny");
        write(c"/proc/self/gid_map", self.group_map.as_bytes());
        write(c"/proc/self/uid_map", self.user_map.as_bytes());
        Isolation { network: true, files: self.only_the_folder() }
    }

    /// Makes everything but the folder read-only.
    fn only_the_folder(&self) -> bool {
        let (none, folder) = (std::ptr::null(), self.folder.as_ptr());
        // SAFETY: the strings end with a zero byte and live for the calls; the other pointers may be null.
        unsafe {
            let private = libc::MS_REC | libc::MS_PRIVATE;
            libc::mount(none, c"/".as_ptr(), none, private, none.cast()) == 0
                && libc::mount(folder, folder, none, libc::MS_BIND, none.cast()) == 0
                && set_attributes(c"/", libc::AT_RECURSIVE, READ_ONLY, 0)
                && set_attributes(&self.folder, 0, 0, READ_ONLY)
                && libc::chdir(folder) == 0
        }
    }
}

/// `MOUNT_ATTR_RDONLY`.
#[cfg(target_os = "linux")]
const READ_ONLY: u64 = 1;

/// `struct mount_attr`.
#[cfg(target_os = "linux")]
#[repr(C)]
struct Attributes {
    set: u64,
    clear: u64,
    propagation: u64,
    user_namespace: u64,
}

#[cfg(target_os = "linux")]
fn set_attributes(at: &std::ffi::CStr, flags: libc::c_int, set: u64, clear: u64) -> bool {
    let attributes = Attributes { set, clear, propagation: 0, user_namespace: 0 };
    let size = size_of::<Attributes>();
    // SAFETY: the string and the record are valid for the call, and the size is that of the record.
    let result = unsafe {
        libc::syscall(
            libc::SYS_mount_setattr,
            libc::AT_FDCWD,
            at.as_ptr(),
            flags,
            &raw const attributes,
            size,
        )
    };
    result == 0
}

/// Writes a small file of the system.
#[cfg(target_os = "linux")]
fn write(file: &std::ffi::CStr, text: &[u8]) {
    // SAFETY: the name ends with a zero byte, and the text is as long as it says.
    unsafe {
        let descriptor = libc::open(file.as_ptr(), libc::O_WRONLY | libc::O_CLOEXEC);
        if descriptor >= 0 {
            libc::write(descriptor, text.as_ptr().cast(), text.len());
            libc::close(descriptor);
        }
    }
}

/// There are no namespaces here.
#[cfg(all(unix, not(target_os = "linux")))]
pub struct Sandbox;

#[cfg(all(unix, not(target_os = "linux")))]
impl Sandbox {
    /// None.
    pub fn new(_folder: &Path) -> Option<Sandbox> {
        None
    }

    pub(crate) fn enter(&self) -> Isolation {
        Isolation::default()
    }
}
