// SPDX-License-Identifier: MIT OR Apache-2.0
//! `--evalfile`.

use crate::eval::{Network, network::NetworkError};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The evaluation: a network (NNUE) or the hand-crafted one.
#[derive(clap::Args)]
pub struct NetworkArgs {
    /// Network file; `<classic>`: use the hand-crafted evaluation instead of a network
    #[arg(long, value_name = "FILE", default_value = Network::EMBEDDED, value_parser = evaluation)]
    evalfile: Evaluation,
}

#[derive(Clone)]
struct Evaluation {
    name: PathBuf,
    network: Option<Arc<Network>>,
}

fn evaluation(name: &str) -> Result<Evaluation, NetworkError> {
    Network::named(name).map(|network| Evaluation { name: name.into(), network })
}

impl NetworkArgs {
    /// Returns the network; `None`: the hand-crafted evaluation.
    pub fn network(&self) -> Option<Arc<Network>> {
        self.evalfile.network.clone()
    }

    /// Returns the file that holds it, or the word that stands for another evaluation.
    pub fn file(&self) -> &Path {
        &self.evalfile.name
    }
}
