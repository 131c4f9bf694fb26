//! A system call that fails on purpose, by the fault injection of `strace`.

/// Makes some calls of one system call fail, or lie about their result.
///
/// ```
/// use gush_testkit::Fault;
///
/// let disk_full_at_the_third_write = Fault::on("write").error("ENOSPC").at(3);
/// let every_write_interrupted_once = Fault::on("write").error("EINTR").every_other();
/// ```
#[derive(Clone, Debug)]
pub struct Fault {
    calls: String,
    effect: String,
    when: String,
}

impl Fault {
    /// On `calls`: one system call, or several separated by commas. Fails always by default.
    #[must_use]
    pub fn on(calls: &str) -> Self {
        Self { calls: calls.into(), effect: "error=ENOSYS".into(), when: "1+".into() }
    }

    /// The call does nothing and fails with this error, such as `ENOSPC`.
    #[must_use]
    pub fn error(mut self, name: &str) -> Self {
        self.effect = format!("error={name}");
        self
    }

    /// The call does nothing and says that it returned `value`: a `write` that claims to have taken bytes
    /// that are then nowhere.
    #[must_use]
    pub fn returns(mut self, value: i64) -> Self {
        self.effect = format!("retval={value}");
        self
    }

    /// Only the `n`th call (from 1) of each thread.
    #[must_use]
    pub fn at(mut self, n: u32) -> Self {
        self.when = n.to_string();
        self
    }

    /// The `n`th call (from 1) of each thread and all after it.
    #[must_use]
    pub fn from(mut self, n: u32) -> Self {
        self.when = format!("{n}+");
        self
    }

    /// The `first` to the `last` call (from 1) of each thread.
    #[must_use]
    pub fn between(mut self, first: u32, last: u32) -> Self {
        self.when = format!("{first}..{last}");
        self
    }

    /// The first call of each thread and every second one after it.
    #[must_use]
    pub fn every_other(mut self) -> Self {
        self.when = "1+2".into();
        self
    }

    /// The system calls concerned, separated by commas.
    pub(crate) fn calls(&self) -> &str {
        &self.calls
    }

    /// The fault as an argument of `strace -e inject=`.
    pub(crate) fn expression(&self) -> String {
        format!("inject={}:{}:when={}", self.calls, self.effect, self.when)
    }
}

#[cfg(test)]
mod tests {
    use super::Fault;

    #[test]
    fn a_fault_is_an_expression_of_strace() {
        let expression = |fault: Fault| fault.expression();
        assert_eq!(expression(Fault::on("write").error("EIO").at(3)), "inject=write:error=EIO:when=3");
        assert_eq!(
            expression(Fault::on("write,writev").returns(5).from(2)),
            "inject=write,writev:retval=5:when=2+"
        );
        assert_eq!(
            expression(Fault::on("write").error("EINTR").every_other()),
            "inject=write:error=EINTR:when=1+2"
        );
    }
}
