// SPDX-License-Identifier: MIT OR Apache-2.0
//! The names of the engines of a match, by which log, report and results tell them apart.

use crate::arena::EngineSpec;
use crate::cli::failure::Failure;
use anyhow::anyhow;
use std::collections::HashSet;

/// Numbers the engines without a name of their own that would be called alike: `chuhe`, `chuhe 2`.
pub fn name_apart(engines: &mut [EngineSpec]) -> Result<(), Failure> {
    if engines.len() < 2 {
        return Err(anyhow!("match: a match needs at least two engines; give --engine twice or more").into());
    }
    let mut names = HashSet::new();
    for name in engines.iter().filter_map(|engine| engine.name.clone()) {
        if names.contains(&name) {
            return Err(anyhow!(
                "--engine: two engines have the name '{name}'; give them different names with name="
            )
            .into());
        }
        names.insert(name);
    }
    for engine in engines.iter_mut().filter(|engine| engine.name.is_none()) {
        let label = engine.label();
        let numbered = (2..).map(|number| format!("{label} {number}"));
        let mut candidates = std::iter::once(label.clone()).chain(numbered);
        let name = candidates.find(|name| !names.contains(name)).expect("numbers do not end");
        names.insert(name.clone());
        engine.name = Some(name);
    }
    Ok(())
}
