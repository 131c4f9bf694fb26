//! Signals as orders to the display, which shows the true counts, tidies up and ends the process, or lets it stop for a
//! while.

use std::sync::mpsc::Sender;
use std::thread;

use gush_meter::Order;
use gush_pipe::startup;
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP, SIGWINCH};
use signal_hook::iterator::Signals;
use signal_hook::low_level;

/// Hands signals on as orders from now on. One that the parent had ignored, as nohup does, stays ignored.
pub fn forward(orders: Sender<Order>) {
    let wanted = [SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGWINCH]
        .into_iter()
        .filter(|&signal| !startup::is_ignored(signal));
    // Where signals cannot be caught, they do what they always do.
    let Ok(mut signals) = Signals::new(wanted) else { return };
    thread::spawn(move || {
        for signal in signals.forever() {
            let order = match signal {
                SIGWINCH => Order::Resize,
                SIGTSTP => Order::Suspend,
                ending => Order::End(ending),
            };
            if orders.send(order).is_err() {
                return;
            }
        }
    });
}

/// Stops the process as the terminal asked for; returns when it goes on.
pub fn suspend() {
    // Where that is refused, the process just goes on.
    let _ = low_level::emulate_default_handler(SIGTSTP);
}
