//! Results, kept from run to run.
//!
//! An answer is committed as soon as it is there, so a run that is killed loses what was being answered and nothing else. Answers are found
//! again by the hash of an instance's texts, or by its fingerprint; a run is the baseline of the next one once it has ended.

use crate::result::{Change, Changed, Instance, InstanceResult};
use rusqlite::{Connection, OptionalExtension, params};
use std::path::Path;

/// The database.
pub struct Database {
    connection: Connection,
    run: i64,
}

/// The version of the tables.
const VERSION: i64 = 1;

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS run (
  id INTEGER PRIMARY KEY, started TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP, ended TEXT, command TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS answer (
  driver TEXT NOT NULL, rule TEXT NOT NULL, harness TEXT NOT NULL,
  text_hash TEXT NOT NULL, fingerprint TEXT NOT NULL, answer TEXT NOT NULL, result TEXT NOT NULL,
  PRIMARY KEY (driver, rule, harness)
);
CREATE TABLE IF NOT EXISTS seen (
  run INTEGER NOT NULL, driver TEXT NOT NULL, rule TEXT NOT NULL, harness TEXT NOT NULL, answer TEXT NOT NULL,
  PRIMARY KEY (run, driver, rule, harness)
);
CREATE TABLE IF NOT EXISTS defect (
  run INTEGER NOT NULL, driver TEXT NOT NULL, rule TEXT NOT NULL, harness TEXT NOT NULL,
  fingerprint TEXT NOT NULL, message TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS defect_of_run ON defect (run);
";

type Result<T> = std::result::Result<T, String>;

fn words(error: rusqlite::Error) -> String {
    format!("the database of results: {error}")
}

/// An answer that there is.
pub struct Stored {
    /// The hash of the texts that it is about.
    pub text_hash: String,
    /// The answer.
    pub result: InstanceResult,
}

impl Database {
    /// Opens a database, or makes one, and begins a run.
    pub fn open(file: &Path, command: &str) -> Result<Database> {
        if let Some(folder) = file.parent().filter(|f| !f.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make `{}`: {error}", folder.display()))?;
        }
        let connection = Connection::open(file).map_err(words)?;
        // Two runs at a time wait for each other.
        connection.busy_timeout(std::time::Duration::from_secs(30)).map_err(words)?;
        let version: i64 =
            connection.query_row("PRAGMA user_version", [], |row| row.get(0)).map_err(words)?;
        if version > VERSION {
            return Err(format!("`{}` is from a later version of Lariat", file.display()));
        }
        connection.execute_batch(TABLES).map_err(words)?;
        connection.pragma_update(None, "user_version", VERSION).map_err(words)?;
        connection.execute("INSERT INTO run (command) VALUES (?1)", [command]).map_err(words)?;
        let run = connection.last_insert_rowid();
        Ok(Database { connection, run })
    }

    /// The last answer about an instance.
    pub fn known(&self, instance: &Instance) -> Result<Option<Stored>> {
        let Instance { driver, rule, harness } = instance;
        let found: Option<(String, String)> = self
            .connection
            .query_row(
                "SELECT text_hash, result FROM answer WHERE driver = ?1 AND rule = ?2 AND harness = ?3",
                params![driver, rule, harness],
                |row| Ok((row.get(0)?, row.get(1)?)),
            )
            .optional()
            .map_err(words)?;
        // What cannot be read any more is answered again.
        Ok(found.and_then(|(text_hash, text)| {
            Some(Stored { text_hash, result: serde_json::from_str(&text).ok()? })
        }))
    }

    /// Keeps an answer of this run.
    pub fn keep(&mut self, result: &InstanceResult, text_hash: &str) -> Result<()> {
        let Instance { driver, rule, harness } = &result.instance;
        let text = serde_json::to_string(result).map_err(|error| error.to_string())?;
        let run = self.run;
        let answer = result.answer.word();
        let transaction = self.connection.transaction().map_err(words)?;
        transaction
            .execute(
                "INSERT OR REPLACE INTO answer VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![driver, rule, harness, text_hash, result.fingerprint, answer, text],
            )
            .and_then(|_| {
                transaction.execute(
                    "INSERT OR REPLACE INTO seen VALUES (?1, ?2, ?3, ?4, ?5)",
                    params![run, driver, rule, harness, answer],
                )
            })
            .map_err(words)?;
        transaction
            .execute(
                "DELETE FROM defect WHERE run = ?1 AND driver = ?2 AND rule = ?3 AND harness = ?4",
                params![run, driver, rule, harness],
            )
            .map_err(words)?;
        for defect in &result.defects {
            transaction
                .execute(
                    "INSERT INTO defect VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                    params![run, driver, rule, harness, defect.fingerprint, defect.message],
                )
                .map_err(words)?;
        }
        transaction.commit().map_err(words)
    }

    /// Compares the defects of this run with those that the last run found which has ended and looked at the same
    /// instance. `None` if there was no such run for any of these instances.
    pub fn compare(&self, results: &[InstanceResult]) -> Result<Option<Vec<Changed>>> {
        let mut changes = Vec::new();
        let mut any = false;
        for result in results {
            let Some(before) = self.before(&result.instance)? else { continue };
            any = true;
            let changed = |fingerprint: &str, message: &str, change| Changed {
                instance: result.instance.clone(),
                fingerprint: fingerprint.to_owned(),
                message: message.to_owned(),
                change,
            };
            for defect in &result.defects {
                let was = before.iter().any(|(fingerprint, _)| *fingerprint == defect.fingerprint);
                let change = if was { Change::StillThere } else { Change::New };
                changes.push(changed(&defect.fingerprint, &defect.message, change));
            }
            let gone = |known: &&(String, String)| {
                result.defects.iter().all(|defect| defect.fingerprint != known.0)
            };
            // What is not answered now is not fixed.
            if result.answer.is_settled() || !result.defects.is_empty() {
                for (fingerprint, message) in before.iter().filter(gone) {
                    changes.push(changed(fingerprint, message, Change::Fixed));
                }
            }
        }
        Ok(any.then_some(changes))
    }

    /// The defects of an instance in the last run that has ended and looked at it.
    fn before(&self, instance: &Instance) -> Result<Option<Vec<(String, String)>>> {
        let Instance { driver, rule, harness } = instance;
        let run: Option<i64> = self
            .connection
            .query_row(
                "SELECT max(run.id) FROM run JOIN seen ON seen.run = run.id \
                 WHERE run.ended IS NOT NULL AND run.id < ?1 \
                 AND seen.driver = ?2 AND seen.rule = ?3 AND seen.harness = ?4",
                params![self.run, driver, rule, harness],
                |row| row.get(0),
            )
            .map_err(words)?;
        let Some(run) = run else { return Ok(None) };
        let mut statement = self
            .connection
            .prepare(
                "SELECT fingerprint, message FROM defect \
                 WHERE run = ?1 AND driver = ?2 AND rule = ?3 AND harness = ?4",
            )
            .map_err(words)?;
        let rows = statement
            .query_map(params![run, driver, rule, harness], |row| Ok((row.get(0)?, row.get(1)?)))
            .map_err(words)?;
        let all: rusqlite::Result<Vec<(String, String)>> = rows.collect();
        all.map(Some).map_err(words)
    }

    /// The run has ended: it is what the next one is compared with.
    pub fn end(&self) -> Result<()> {
        let set = "UPDATE run SET ended = CURRENT_TIMESTAMP WHERE id = ?1";
        self.connection.execute(set, [self.run]).map(drop).map_err(words)
    }
}
