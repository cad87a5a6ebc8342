//! What a program consists of, and which of its functions have events.

use crate::Folder;

const LOCK: &str = "\
#pragma once
typedef struct Lock { int held; } Lock;
extern inline __attribute__((gnu_inline)) void init(Lock *lock) { lock->held = 0; }
void take(Lock *lock);
void drop(Lock *lock);
";

fn platform(folder: &Folder) {
    let toml = "\
name = \"locks\"
data-model = \"LLP64\"
include = [\"include\"]
forced-include = [\"lock.h\"]
[rules]
include = [\"lock.h\"]
";
    folder.write("locks/platform.toml", toml);
    folder.write("locks/include/lock.h", LOCK);
    let rule = "\
state { int ready; int taken; }
init.exit { ready = 1; }
take.entry {
  if (!ready) abort \"the lock is not initialised\";
  taken = 1;
}
drop.entry [taken] { taken = 0; }
";
    folder.write("locks/rules/Ready.slic", rule);
    let rule = "\
state { int taken; }
take.exit { taken = 1; }
drop.entry [taken] { if (taken > 1) abort \"never\"; }
";
    folder.write("locks/rules/Taken.slic", rule);
}

/// The rule's unit includes the header, so it has the inline function, too; the events are those of the program's.
#[test]
fn inline_functions_of_headers_have_events() {
    let folder = Folder::new();
    platform(&folder);
    let program = "Lock lock; int main(void) { init(&lock); take(&lock); return 0; }";
    folder.write("good.c", program);
    folder.write("bad.c", &program.replace("init(&lock);", ""));
    let (answers, _) = folder.answers(&["good.c", "--platform", "locks", "--rules", "Ready"]);
    assert!(["proved", "holds-if"].contains(&answers["good Ready main"].as_str()), "{answers:?}");
    let (answers, _) = folder.answers(&["bad.c", "--platform", "locks", "--rules", "Ready"]);
    assert_eq!(answers["bad Ready main"], "defect");
}

/// Whether the event happens depends on what an earlier one has done.
#[test]
fn conditions_may_read_the_state_of_the_rule() {
    let folder = Folder::new();
    platform(&folder);
    folder.write("d.c", "Lock lock; int main(void) { take(&lock); drop(&lock); return 0; }");
    let args = ["verify", "d.c", "--platform", "locks", "--rules", "Taken", "--json"];
    let output = folder.run(&args);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let events = json["results"][0]["events"].as_array().expect("events").clone();
    let reached = |name: &str| events.iter().any(|e| e["event"] == name && e["reached"] == "yes");
    assert!(reached("take.exit") && reached("drop.entry"), "{events:?}");
}

/// Headers lie in another folder of the program, in another case, or are made of messages; a tool beside the driver is left out.
#[test]
fn a_folder_as_it_is_in_a_repository() {
    let folder = Folder::new();
    platform(&folder);
    let driver = "\
#include \"..\\Inc\\Shared.H\"
#include \"deep.h\"
#include \"events.h\"
#include \"manifest.h\"
#include \"driver.tmh\"
Lock lock;
int main(void) { init(&lock); if (PARTS == 2 && DEEP && (int)DEVICE_GONE == (int)0xC0040005 && EXTRA) take(&lock); EventWriteTaken(NULL, 1); DoTraceMessage(FLAG, 2); return 0; }
";
    folder.write("d/sys/driver.c", driver);
    folder.write("d/sys/unused.c", "this is no C");
    folder.write("d/inc/shared.h", "#define PARTS 2\ntypedef long NTSTATUS;\n");
    folder.write("d/lib/include/deep.h", "#define DEEP 1\n");
    let messages = "FacilityNames=(Io=0x4)\nMessageId=0x5 Facility=Io Severity=Error SymbolicName=DEVICE_GONE\n";
    folder.write("d/sys/events.mc", messages);
    folder.write("d/sys/driver.man", "<instrumentationManifest />");
    folder.write("d/exe/tool.c", "#include <windows.h>\nint main(void) { return 0; }");
    let project = "<Project><PropertyGroup><ConfigurationType>Driver</ConfigurationType></PropertyGroup>\
        <ClCompile Include=\"DRIVER.c\" /><PreprocessorDefinitions>EXTRA;$(Other)</PreprocessorDefinitions></Project>";
    folder.write("d/sys/driver.vcxproj", &project.replace("EXTRA;", "EXTRA=1;"));
    folder.write("d/exe/tool.vcxproj", &project.replace("Driver", "Application"));
    let args = ["verify", "d", "--platform", "locks", "--rules", "Taken", "--json"];
    let output = folder.run(&args);
    let errors = String::from_utf8_lossy(&output.stderr);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let result = &json["results"][0];
    assert!(["proved", "holds-if"].contains(&result["answer"].as_str().unwrap_or("")), "{result}");
    assert!(errors.contains("tool.vcxproj"), "{errors}");
}
