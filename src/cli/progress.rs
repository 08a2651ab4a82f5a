// SPDX-License-Identifier: MIT OR Apache-2.0
//! The style of progress bars.

use indicatif::ProgressStyle;

/// Returns the style of a template, which must be well-formed.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}
