// SPDX-License-Identifier: MIT OR Apache-2.0
//! How progress bars look.

use indicatif::ProgressStyle;

/// The style of a template that is known to be well-formed.
pub fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).expect("the template is well-formed")
}
