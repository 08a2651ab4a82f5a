// SPDX-License-Identifier: MIT OR Apache-2.0
//! The two evaluations as JSON, from Red's perspective.

use crate::eval::{HceExplanation, network::NetworkExplanation};
use crate::types::Square;
use crate::types::value::centipawns;
use serde_json::{Map, Value, json};

/// Returns the hand-crafted evaluation, which is worth `cp` centipawns to Red.
pub fn hce(explanation: &HceExplanation, cp: i32) -> Value {
    let terms = explanation
        .terms
        .iter()
        .map(|term| json!({ "name": term.name, "red": term.red, "black": term.black, "total": term.total }));
    json!({
        "cp": cp,
        "value": explanation.red_value,
        "phase": explanation.phase,
        "scale": explanation.scale,
        "rule60_damping": explanation.damping,
        "terms": terms.collect::<Vec<_>>(),
    })
}

/// Returns the evaluation of the network, which is worth `cp` centipawns to Red.
pub fn network(explanation: &NetworkExplanation, cp: i32) -> Value {
    let NetworkExplanation { name, bucket, pieces, .. } = explanation;
    let values = Square::ALL.into_iter().filter_map(|square| Some((square, pieces[square]?)));
    let values: Map<_, _> =
        values.map(|(square, value)| (square.to_string(), centipawns(value).into())).collect();
    json!({ "cp": cp, "name": name, "bucket": bucket, "pieces": values })
}
