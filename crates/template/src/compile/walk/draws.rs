//! Calls that draw: generators, and `Loop`, `Null` and `Pick`.

use std::sync::Arc;

use super::compiler::{Args, Compiler, Known, surplus};
use crate::ast::Expr;
use crate::draw::{
    self, INVALID_PROBABILITY, Modifiers, Site, ValueForm, Written, bounds, bounds_between, check_iterations,
};
use crate::error::Fault;
use crate::function::{Takes, miscounted};
use crate::program::{DrawCall, Op};
use crate::values::{Kind, Refusal, Value, article};
use gusher::generators::{Generate, GeneratorSpec};

/// A call of a generator, by the name that the template has for it.
pub(super) struct GeneratorCall {
    pub entry: &'static GeneratorSpec,
    pub generator: String,
    pub modifiers: Modifiers,
}

impl Compiler<'_> {
    /// The site of a helper that draws.
    fn helper_site(&mut self, head: &Expr, name: &str) -> u32 {
        let (_, same) = self.ordinals.at(head.at.start);
        let site = Site::new(self.table, name, same, None);
        let iteration = self.unrolling.pass(head.at.start);
        self.add_site(site.at_iteration(iteration))
    }

    fn add_site(&mut self, site: Site) -> u32 {
        self.program.sites.push(site);
        self.program.sites.len() as u32 - 1
    }

    pub(super) fn draw(
        &mut self,
        start: u32,
        drawn: &GeneratorCall,
        head: &Expr,
        args: &Args,
    ) -> Result<Known, Fault> {
        let GeneratorCall { entry, generator, modifiers } = drawn;
        let modified = modifiers.read(generator, entry).map_err(|mut wrong| {
            // The last one ends this call.
            let last = wrong.pop().unwrap_or_default();
            let fault = |(which, text): (usize, String)| Fault::new(modifiers.spans[which].clone(), text);
            self.faults.extend(wrong.into_iter().map(fault));
            fault(last)
        })?;
        let (ordinal, same) = self.ordinals.at(head.at.start);
        let iteration = self.unrolling.pass(head.at.start);
        let label = match &modified.of[..] {
            "" if same == 0 => String::new(),
            "" => same.to_string(),
            label => label.to_owned(),
        };
        let entity = self.program.outside.entity(entry, generator, !args.is_empty());
        let entity = entity.map(|entity| (entity, &label[..]));
        let site = Site::new(self.table, "template", ordinal, entity).at_iteration(iteration);
        let known = self.value_of(start, drawn, site, head, args)?;
        let Some(probability) = modified.null else { return Ok(known) };
        let site = Site::new(self.table, "template null", ordinal, None).at_iteration(iteration);
        let site = self.add_site(site);
        // On the stack, the probability is below the value.
        let value = self.program.ops.split_off(start as usize);
        let spans = self.program.spans.split_off(start as usize);
        self.emit(Op::Push(Value::Float(probability)), head.at.clone());
        self.program.ops.extend(value.into_iter().map(|op| op.moved(1)));
        self.program.spans.extend(spans);
        self.emit(Op::Null(site), head.at.clone());
        Ok(Known::default())
    }

    /// Leaves the value of a generator on the stack.
    fn value_of(
        &mut self,
        start: u32,
        drawn: &GeneratorCall,
        site: Site,
        head: &Expr,
        args: &Args,
    ) -> Result<Known, Fault> {
        let GeneratorCall { entry, generator, modifiers } = drawn;
        let constants: Option<Vec<Value>> = args.iter().map(|(known, _)| known.constant).collect();
        let Some(constants) = constants else {
            if !self.program.outside.takes_arguments(entry, generator) {
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
        let generate = self.generator(drawn, &constants).map_err(|Refusal { arg, text }| {
            let mut spans = args.iter().map(|(_, at)| at).chain(&modifiers.spans);
            let at = arg.and_then(|arg| spans.nth(arg)).unwrap_or(&head.at);
            Fault::new(at.clone(), text)
        })?;
        let kind = ValueForm::of(&generate.field()).kind();
        let bounds = bounds(&generate.field());
        self.truncate(start);
        self.drawn.push((site, generate));
        self.emit(Op::Draw(self.drawn.len() as u32 - 1), head.at.clone());
        Ok(Known { kind: Some(kind), bounds, ..Known::default() })
    }

    fn generator(&self, drawn: &GeneratorCall, args: &[Value]) -> Result<Arc<dyn Generate>, Refusal> {
        let GeneratorCall { entry, generator, modifiers } = drawn;
        let mut written = Written::default();
        let compat = self.program.outside.compat_of(generator).is_some();
        written.write(compat, entry, generator, &self.program.heap, args)?;
        let written = Some(&written).filter(|_| !args.is_empty());
        self.program.outside.build(entry, generator, written, modifiers, self.options.context.read)
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
            let (wanted, found) = (takes.wanted(), article(kind.type_name()));
            let text = format!("{name} wants {wanted}, not {found}; the form is {name} {form}");
            Some(Fault::new(at.clone(), text))
        });
        self.last(refused.collect())
    }

    /// `Loop N`, or between `Loop MIN MAX` iterations.
    pub(super) fn iterations(&mut self, start: u32, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Loop", "N, or Loop MIN MAX", (1, 2), &[Takes::Int; 2], args)?;
        let counts: Option<Vec<i64>> = args.iter().map(|(known, _)| known.constant?.as_int()).collect();
        if let Some(counts) = &counts {
            let (min, max) = (counts[0], counts[counts.len() - 1]);
            let checked =
                check_iterations(min, max).map_err(Refusal::from).and_then(|()| draw::iterations(max));
            match checked {
                Ok(iterations) if min == max => {
                    self.truncate(start);
                    return Ok(self.constant(iterations, &head.at));
                }
                Err(text) if self.conditional == 0 => {
                    let (_, at) = if min > max || max < 0 { &args[args.len() - 1] } else { &args[0] };
                    return Err(Fault::new(at.clone(), text));
                }
                _ => {}
            }
        }
        if args.len() == 1 {
            self.emit(Op::Loop, head.at.clone());
            return Ok(Known { kind: Some(Kind::List), bounds: args[0].0.bounds, ..Known::default() });
        }
        let site = self.helper_site(head, "Loop");
        self.emit(Op::LoopBetween(site), head.at.clone());
        let bounds = counts.and_then(|counts| bounds_between(counts[0], counts[1]));
        Ok(Known { kind: Some(Kind::List), bounds, ..Known::default() })
    }

    pub(super) fn null(&mut self, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Null", "PROBABILITY VALUE", (2, 2), &[Takes::Number], args)?;
        if let Some(share) = args[0].0.constant.and_then(Value::as_float)
            && !(0.0..=1.0).contains(&share)
        {
            return Err(Fault::new(args[0].1.clone(), INVALID_PROBABILITY));
        }
        let site = self.helper_site(head, "Null");
        self.emit(Op::Null(site), head.at.clone());
        Ok(Known::default())
    }

    pub(super) fn pick(&mut self, head: &Expr, args: &Args) -> Result<Known, Fault> {
        self.check(head, "Pick", "VALUE …", (1, usize::MAX), &[], args)?;
        let kinds = args.iter().map(|(known, _)| known.kind.filter(|kind| *kind != Kind::List));
        let first = args[0].0.kind.filter(|kind| *kind != Kind::List);
        let kind = first.filter(|_| kinds.into_iter().all(|kind| kind == first));
        let site = self.helper_site(head, "Pick");
        self.emit(Op::Pick { site, args: args.len() as u32 }, head.at.clone());
        Ok(Known { kind, ..Known::default() })
    }
}
