/** A length of time: with a unit, such as `'200ms'`, `'2s'` or `'0.5s'`, or a bare number in the unit that the option names. */
export type Duration = number | `${number}ms` | `${number}s`
