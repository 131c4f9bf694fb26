//! What the program tells about itself.

use crate::gush;
