// SPDX-License-Identifier: MIT OR Apache-2.0
//! No input stops a session.

use super::support::answers_to;
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_input_stops_a_session(
        lines in prop::collection::vec(
            prop_oneof![
                prop::collection::vec(any::<u8>(), 0..40),
                "(position|fen|setoption|banmoves|probe|d|stop|ponderhit|isready|uci|ucci) [ -~]{0,30}"
                    .prop_map(String::into_bytes),
            ],
            0..20
        ),
    ) {
        let input = [lines.join(&b'\n'), b"\nucci\nisready".to_vec()].concat();
        let output = answers_to(&input);
        prop_assert_eq!(output.lines().last().unwrap_or("readyok"), "readyok");
    }
}
