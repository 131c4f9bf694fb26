//! The normal distribution: its shares, and its quantiles.

/// How many quantiles are computed at once: they stay in the first-level cache.
const CHUNK: usize = 64;

/// The share of the standard normal distribution below `z`.
pub(crate) fn share_below(z: f64) -> f64 {
    0.5 * libm::erfc(-z * std::f64::consts::FRAC_1_SQRT_2)
}

/// The share above `z`.
pub(crate) fn share_above(z: f64) -> f64 {
    share_below(-z)
}

/// The standard normal quantiles of shares in (0, 1), in place, to about 16 digits: Wichura, algorithm AS 241 (PPND16),
/// Applied Statistics 37 (1988). Only additions, multiplications, divisions and `libm`, so that every machine gives
/// the same bits.
pub(crate) fn quantiles(shares: &mut [f64]) {
    for shares in shares.chunks_mut(CHUNK) {
        let mut tails = [(0, 0.0); CHUNK];
        let mut count = 0;
        // Where the tails are is found out without a branch, which nobody could foresee...
        for (i, p) in shares.iter().enumerate() {
            tails[count] = (i, *p);
            count += usize::from((p - 0.5).abs() > CENTRAL);
        }
        // ...and all are computed as if they were central, by instructions for several at once.
        for p in shares.iter_mut() {
            let q = *p - 0.5;
            *p = q * ratio(0.180_625 - q * q, &CENTRE);
        }
        for &(i, p) in &tails[..count] {
            shares[i] = tail(p);
        }
    }
}

/// How far from one half the first approximation reaches.
const CENTRAL: f64 = 0.425;

/// The quantile of a share near 0 or 1.
fn tail(p: f64) -> f64 {
    let below = p < 0.5;
    let root = libm::sqrt(-libm::log(if below { p } else { 1.0 - p }));
    let distance = if root <= 5.0 { ratio(root - 1.6, &MIDDLE) } else { ratio(root - 5.0, &FAR) };
    if below { -distance } else { distance }
}

/// Numerator and denominator of AS 241, highest power first.
type Ratio = [[f64; 8]; 2];

#[inline(always)]
fn ratio(r: f64, [numerator, denominator]: &Ratio) -> f64 {
    let polynomial = |coefficients: &[f64; 8]| coefficients.iter().fold(0.0, |sum, c| sum * r + c);
    polynomial(numerator) / polynomial(denominator)
}

#[rustfmt::skip]
const CENTRE: Ratio = [
    [2.509_080_928_730_122_7e3, 3.343_057_558_358_813e4, 6.726_577_092_700_87e4, 4.592_195_393_154_987e4,
     1.373_169_376_550_946e4, 1.971_590_950_306_551_3e3, 1.331_416_678_917_843_8e2, 3.387_132_872_796_366_5],
    [5.226_495_278_852_854e3, 2.872_908_573_572_194_3e4, 3.930_789_580_009_271e4, 2.121_379_430_158_659_7e4,
     5.394_196_021_424_751e3, 6.871_870_074_920_579e2, 4.231_333_070_160_091e1, 1.0],
];
#[rustfmt::skip]
const MIDDLE: Ratio = [
    [7.745_450_142_783_414e-4, 2.272_384_498_926_918_4e-2, 2.417_807_251_774_506e-1, 1.270_458_252_452_368_4,
     3.647_848_324_763_204_5, 5.769_497_221_460_691, 4.630_337_846_156_546, 1.423_437_110_749_683_5],
    [1.050_750_071_644_416_9e-9, 5.475_938_084_995_345e-4, 1.519_866_656_361_645_7e-2, 1.481_039_764_274_800_8e-1,
     6.897_673_349_851e-1, 1.676_384_830_183_803_8, 2.053_191_626_637_759, 1.0],
];
#[rustfmt::skip]
const FAR: Ratio = [
    [2.010_334_399_292_288_1e-7, 2.711_555_568_743_487_6e-5, 1.242_660_947_388_078_4e-3, 2.653_218_952_657_612_4e-2,
     2.965_605_718_285_048_7e-1, 1.784_826_539_917_291_3, 5.463_784_911_164_114, 6.657_904_643_501_103],
    [2.044_263_103_389_939_8e-15, 1.421_511_758_316_446e-7, 1.846_318_317_510_054_7e-5, 7.868_691_311_456_133e-4,
     1.487_536_129_085_061_5e-2, 1.369_298_809_227_358e-1, 5.998_322_065_558_88e-1, 1.0],
];
