//! Calls: functions, whose constant results are computed here, and generators.

use std::ops::Range;
use std::sync::Arc;

use super::names::unknown_function;
use super::{Compiler, Effort, Known, bounded};
use crate::generators::{Generate, GeneratorSpec};
use crate::template::ast::{Command, Expr};
use crate::template::draw::{self, Form, Modifiers, Refusal, Site, Written};
use crate::template::error::Fault;
use crate::template::function::{self, Function, Takes, miscounted};
use crate::template::program::{DrawCall, Op};
use crate::template::value::{Kind, Refused, Value};
use crate::template::{compare, sequence};

/// A generator that is called, with the name that it is asked for by.
struct Drawn {
    entry: &'static GeneratorSpec,
    generator: String,
    modifiers: Modifiers,
}

/// The arguments of a call: what is known of each, and where it stands.
pub(super) type Args = Vec<(Known, Range<usize>)>;

impl Compiler<'_> {
    /// The call of a function named by `head`. `before` is what comes through a pipe as the last argument.
    pub(super) fn call(
        &mut self,
        name: &str,
        head: &Expr,
        args: &[Expr],
        before: &[Command],
    ) -> Result<Known, Fault> {
        let start = self.len();
        match name {
            "and" | "or" => return self.short(name, head, args, before),
            "Loop" => {
                let args = self.args(args, before);
                return self.turns(start, head, &args);
            }
            "Null" => {
                let args = self.args(args, before);
                return self.null(head, &args);
            }
            "Pick" => {
                let args = self.args(args, before);
                return self.pick(head, &args);
            }
            "call" => {
                return Err(Fault::new(head.at.clone(), "there are no values here that could be called"));
            }
            _ => {}
        }
        if let Some(function) = function::find(name) {
            let args = self.args(args, before);
            return self.function(start, function, head, &args);
        }
        match draw::find(name) {
            Some((entry, generator)) => {
                let (args, modifiers) = Modifiers::split(self.options.compat.is_some(), entry, args);
                if let Some(fault) = draw::misplaced(entry, &generator, args) {
                    self.faults.push(fault);
                    self.args(args, before);
                    return Ok(self.anything_instead(start));
                }
                let args = self.args(args, before);
                self.draw(start, &Drawn { entry, generator, modifiers }, head, &args)
            }
            None => {
                // The arguments may have mistakes of their own.
                let text = unknown_function(name, self.compared());
                self.faults.push(Fault::new(head.at.clone(), text));
                self.args(args, before);
                self.truncate(start);
                self.emit(Op::Load(0), head.at.clone());
                Ok(Known::default())
            }
        }
    }

    /// Notes all of these mistakes but the last, which ends a call.
    fn last(&mut self, mut faults: Vec<Fault>) -> Result<(), Fault> {
        let last = faults.pop();
        self.faults.append(&mut faults);
        last.map_or(Ok(()), Err)
    }

    fn function(
        &mut self,
        start: u32,
        function: &'static Function,
        head: &Expr,
        args: &Args,
    ) -> Result<Known, Fault> {
        if let Some(text) = function.miscounted(args.len()) {
            return Err(Fault::new(surplus(head, function.count, args), text));
        }
        let refused = args.iter().enumerate().filter_map(|(place, (known, at))| {
            let kind = known.kind.filter(|&kind| !function.taken(place).accepts(kind))?;
            Some(Fault::new(at.clone(), function.refused(place, kind.type_name())))
        });
        self.last(refused.collect())?;
        if let [(Known { kind: Some(a), .. }, _), (Known { kind: Some(b), .. }, _)] = args[..] {
            let fits = match function.name {
                "eq" | "ne" => compare::comparable(a, b),
                "lt" | "le" | "gt" | "ge" => compare::ordered(a, b),
                _ => true,
            };
            if !fits {
                let text = compare::incomparable(a.type_name(), b.type_name());
                return Err(Fault::new(head.at.clone(), text));
            }
        }
        if function.name == "printf" {
            self.last(self.format(args))?;
        }
        let constants: Option<Vec<Value>> = args.iter().map(|(known, _)| known.constant).collect();
        // What takes long to compute is left to the rows, which are bounded.
        let constants = constants.filter(|_| self.effort != Effort::Least);
        let constants = constants.filter(|_| self.program.heap.worked() < MOST_FOLDED);
        if let Some(constants) = constants {
            match function.call(&mut self.program.heap, &constants) {
                Ok(value) => {
                    self.truncate(start);
                    return Ok(self.constant(value, &head.at));
                }
                // Where it may never run, it is told when it does.
                Err(Refused { arg, text }) if self.conditional == 0 => {
                    let at = arg.and_then(|arg| args.get(arg)).map_or(&head.at, |(_, at)| at);
                    return Err(Fault::new(at.clone(), text));
                }
                Err(_) => {}
            }
        }
        self.program.blamed.note(head.at.start, args.iter().map(|(_, at)| at.clone()));
        self.emit(Op::Call { function, args: args.len() as u32 }, head.at.clone());
        Ok(Known { kind: function.gives, ..Known::default() })
    }

    /// The site of a helper that draws.
    fn helper_site(&mut self, head: &Expr, name: &str) -> u32 {
        let (_, same) = self.ordinals.at(head.at.start);
        let site = Site::new(self.table, name, same, None);
        let turn = self.unrolling.pass(head.at.start);
        self.add_site(site.at_turn(turn))
    }

    fn add_site(&mut self, site: Site) -> u32 {
        self.program.sites.push(site);
        self.program.sites.len() as u32 - 1
    }

    fn draw(&mut self, start: u32, drawn: &Drawn, head: &Expr, args: &Args) -> Result<Known, Fault> {
        let Drawn { entry, generator, modifiers } = drawn;
        let modified = modifiers.read(generator, entry).map_err(|mut told| {
            // All but the last, which ends this call.
            let last = told.pop().unwrap_or_default();
            let fault = |(which, text): (usize, String)| Fault::new(modifiers.places[which].clone(), text);
            self.faults.extend(told.into_iter().map(fault));
            fault(last)
        })?;
        let (ordinal, same) = self.ordinals.at(head.at.start);
        let turn = self.unrolling.pass(head.at.start);
        let label = match &modified.of[..] {
            "" if same == 0 => String::new(),
            "" => same.to_string(),
            label => label.to_owned(),
        };
        let entity = entry.entity.map(|entity| (entity, &label[..]));
        let site = Site::new(self.table, "template", ordinal, entity).at_turn(turn);
        let known = self.value_of(start, drawn, site, head, args)?;
        let Some(share) = modified.null else { return Ok(known) };
        let site = Site::new(self.table, "template null", ordinal, None).at_turn(turn);
        let site = self.add_site(site);
        // The share stands below the value.
        let value = self.program.ops.split_off(start as usize);
        let places = self.program.places.split_off(start as usize);
        self.emit(Op::Push(Value::Float(share)), head.at.clone());
        self.program.ops.extend(value.into_iter().map(|op| op.moved(1)));
        self.program.places.extend(places);
        self.emit(Op::Null(site), head.at.clone());
        Ok(Known::default())
    }

    /// The value of a generator, left on the stack.
    fn value_of(
        &mut self,
        start: u32,
        drawn: &Drawn,
        site: Site,
        head: &Expr,
        args: &Args,
    ) -> Result<Known, Fault> {
        let Drawn { entry, generator, modifiers } = drawn;
        let constants: Option<Vec<Value>> = args.iter().map(|(known, _)| known.constant).collect();
        let Some(constants) = constants else {
            if entry.constraint.is_none() {
                let text = format!("{} takes no arguments", draw::function_name(generator));
                return Err(Fault::new(args[0].1.clone(), text));
            }
            let kinds = args.iter().map(|(known, _)| known.kind);
            let compat = self.program.outside.compat_of(generator).is_some();
            let refused = draw::refused(compat, entry, generator, kinds).into_iter();
            self.last(refused.map(|(arg, text)| Fault::new(args[arg].1.clone(), text)).collect())?;
            let site = self.add_site(site);
            let (generator, modifiers) = (generator.clone(), modifiers.clone());
            self.program.calls.push(DrawCall { site, entry, generator, modifiers });
            let call = self.program.calls.len() as u32 - 1;
            self.emit(Op::DrawWith { call, args: args.len() as u32 }, head.at.clone());
            return Ok(Known { kind: compat.then_some(Kind::Text), ..Known::default() });
        };
        let made = self.generator(drawn, &constants);
        let made = made.map_err(|Refusal { arg, text }| {
            let places = args.iter().map(|(_, at)| at).chain(&modifiers.places);
            let at = arg.and_then(|arg| places.clone().nth(arg)).unwrap_or(&head.at);
            Fault::new(at.clone(), text)
        })?;
        let kind = Form::of(&made.field()).kind();
        let span = bounded::span(&made.field());
        self.truncate(start);
        self.drawn.push((site, made));
        self.emit(Op::Draw(self.drawn.len() as u32 - 1), head.at.clone());
        Ok(Known { kind: Some(kind), constant: None, span })
    }

    fn generator(&self, drawn: &Drawn, args: &[Value]) -> Result<Arc<dyn Generate>, Refusal> {
        let Drawn { entry, generator, modifiers } = drawn;
        let mut written = Written::default();
        let compat = self.program.outside.compat_of(generator).is_some();
        written.write(compat, entry, generator, &self.program.heap, args)?;
        let written = Some(&written).filter(|_| !args.is_empty());
        self.program.outside.make(entry, generator, written, modifiers, self.options.context.read)
    }

    /// Checks the number of arguments, and what the first ones must be.
    fn check(
        &mut self,
        head: &Expr,
        name: &str,
        form: &str,
        count: (usize, usize),
        takes: &[Takes],
        args: &Args,
    ) -> Result<(), Fault> {
        if let Some(mut text) = miscounted(name, form, count, args.len()) {
            if name == "Null" && args.len() > count.1 {
                text += "; `or (Null 0.5 Noun) \"-\"` writes something else instead of nothing";
            }
            return Err(Fault::new(surplus(head, count, args), text));
        }
        let refused = args.iter().zip(takes).filter_map(|((known, at), takes)| {
            let kind = known.kind.filter(|&kind| !takes.accepts(kind))?;
            let (wanted, found) = (takes.wanted(), function::article(kind.type_name()));
            let text = format!("{name} wants {wanted}, not {found}; the form is {name} {form}");
            Some(Fault::new(at.clone(), text))
        });
        self.last(refused.collect())
    }

    /// `Loop N`, or between `Loop MIN MAX` turns.
    fn turns(&mut self, start: u32, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Loop", "N, or Loop MIN MAX", (1, 2), &[Takes::Int; 2], args)?;
        let counts: Option<Vec<i64>> = args.iter().map(|(known, _)| known.constant?.as_int()).collect();
        if let Some(counts) = &counts {
            let (min, max) = (counts[0], counts[counts.len() - 1]);
            let checked = between(min, max).map_err(Refused::from).and_then(|()| sequence::turns(max));
            match checked {
                Ok(turns) if min == max => {
                    self.truncate(start);
                    return Ok(self.constant(turns, &head.at));
                }
                Err(text) if self.conditional == 0 => {
                    let (_, at) = if min > max || max < 0 { &args[args.len() - 1] } else { &args[0] };
                    return Err(Fault::new(at.clone(), text));
                }
                _ => {}
            }
        }
        if args.len() == 1 {
            self.emit(Op::Turns, head.at.clone());
            return Ok(Known { kind: Some(Kind::List), constant: None, span: args[0].0.span });
        }
        let site = self.helper_site(head, "Loop");
        self.emit(Op::TurnsBetween(site), head.at.clone());
        let span = counts.and_then(|counts| bounded::between(counts[0], counts[1]));
        Ok(Known { kind: Some(Kind::List), constant: None, span })
    }

    fn null(&mut self, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Null", "PROBABILITY VALUE", (2, 2), &[Takes::Number], args)?;
        if let Some(share) = args[0].0.constant.and_then(Value::as_float)
            && !(0.0..=1.0).contains(&share)
        {
            return Err(Fault::new(args[0].1.clone(), NO_SHARE));
        }
        let site = self.helper_site(head, "Null");
        self.emit(Op::Null(site), head.at.clone());
        Ok(Known::default())
    }

    fn pick(&mut self, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Pick", "VALUE …", (1, usize::MAX), &[], args)?;
        let kinds = args.iter().map(|(known, _)| known.kind.filter(|kind| *kind != Kind::List));
        let first = args[0].0.kind.filter(|kind| *kind != Kind::List);
        let kind = first.filter(|_| kinds.into_iter().all(|kind| kind == first));
        let site = self.helper_site(head, "Pick");
        self.emit(Op::Pick { site, args: args.len() as u32 }, head.at.clone());
        Ok(Known { kind, ..Known::default() })
    }
}

/// Where a wrong number of arguments is shown: at the first that is too many, or at the function.
fn surplus(head: &Expr, (_, most): (usize, usize), args: &Args) -> Range<usize> {
    let at = args.get(most).map(|(_, at)| at).filter(|at| at.start > head.at.start);
    at.unwrap_or(&head.at).clone()
}

/// The most work for constants, in steps.
const MOST_FOLDED: u64 = 50_000_000;

/// What is said of a probability that is none.
pub(in crate::template) const NO_SHARE: &str = "a probability is a number from 0 to 1, such as 0.25";

/// Whether a number of turns lies between these two.
pub(in crate::template) fn between(min: i64, max: i64) -> Result<(), String> {
    if min < 0 {
        return Err(format!("a loop cannot have {min} turns"));
    }
    if min > max { Err(format!("the fewest turns ({min}) are more than the most ({max})")) } else { Ok(()) }
}
