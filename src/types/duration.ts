/** A length of time: a bare number has the unit that the option names, else `'200ms'`, `'2s'`, `'0.5s'`. */
export type Duration = number | `${number}ms` | `${number}s`
