import type { Labels } from '../../../files/declared/declaredFixture.ts'
import { printable } from '../../../lib/text.ts'
import type {
  CallTrace,
  DecodedTrace,
  TracedEvent,
  TraceStep,
} from '../../../types/solidity/callTrace.ts'
import { argumentsOf } from './abiLookup.ts'

/** How parts of a line are coloured; `plain` leaves them as they are. */
export type TraceStyle = (
  part: 'good' | 'bad' | 'event' | 'dim' | 'console',
  text: string,
) => string

const plain: TraceStyle = (_part, text) => text

/** The maximum numbers of lines, of levels, and of characters in a line. */
const maxLines = 10_000
const maxLevels = 60
const maxLineLength = 2_000
const maxDataLength = 138

/** The trace in lines, in Foundry's form, without what would command a terminal. */
export function traceText({ call, labels }: DecodedTrace, style = plain): string {
  const writer = new TraceWriter(labels, style)
  writer.call(call, '  ', '    ')
  return writer.text()
}

class TraceWriter {
  readonly #labels: Labels
  readonly #style: TraceStyle
  readonly #lines: string[] = []
  #leftOut = 0

  constructor(labels: Labels, style: TraceStyle) {
    this.#labels = labels
    this.#style = style
  }

  text(): string {
    if (this.#leftOut > 0) this.#lines.push(`(${this.#leftOut} lines left out)`)
    return this.#lines.join('\n')
  }

  call(call: CallTrace, first: string, rest: string): void {
    this.#line(first, this.#head(call))
    const others = call.steps.filter(({ step }) => step !== 'storage')
    const changes = call.steps.filter(({ step }) => step === 'storage')
    for (const step of others) this.#step(step, rest)
    if (changes.length > 0) this.#line(`${rest}├─ `, ' storage changes:')
    for (const change of changes) this.#step(change, rest)
    this.#line(`${rest}└─ `, `← ${this.#end(call)}`)
  }

  #step(step: TraceStep, rest: string): void {
    if (step.step === 'call') this.call(step, `${rest}├─ `, `${rest}│   `)
    else if (step.step === 'internal') {
      const words = `${step.function} (${step.source})`
      this.#line(`${rest}├─ `, this.#style('dim', printable(words, maxLineLength)))
      for (const inner of step.steps) this.#step(inner, `${rest}│   `)
    } else if (step.step === 'event') this.#line(`${rest}├─ `, this.#event(step))
    else if (step.step === 'console') {
      this.#line(`${rest}├─ `, `${this.#style('console', 'console.log')}  ${printable(step.line)}`)
    } else {
      const { variable = step.slot, before, after } = step
      const words = `${variable}: ${before} → ${after}`
      this.#line(`${rest}│   `, `@ ${printable(words, maxLineLength)}`)
    }
  }

  #head(call: CallTrace): string {
    const { kind, gasUsed, function: name, args, input, contract } = call
    const gas = this.#style('dim', `[${BigInt(gasUsed)}]`)
    const place = printable(this.#labels[call.to] ?? contract ?? call.to)
    if (kind === 'SELFDESTRUCT') return `${gas} selfdestruct → ${place}${etherOf(call)}`
    const colour = call.error === undefined ? 'good' : 'bad'
    if (kind.startsWith('CREATE')) {
      const words = args === undefined ? '' : `(${argumentsOf(args, this.#labels)})`
      const created = `new ${printable(contract ?? '<unknown>')}${printable(words, maxLineLength)}`
      return `${gas} → ${this.#style(colour, created)}@${call.to}${etherOf(call)}`
    }
    // A delegated call runs code of another contract.
    const own = kind === 'DELEGATECALL' && contract !== undefined ? printable(contract) : place
    const words =
      name === undefined
        ? short(input === '0x' ? '' : input)
        : `${name}(${args === undefined ? short(input === '0x' ? '' : input) : argumentsOf(args, this.#labels)})`
    const called = this.#style(colour, `${own}::${printable(words || '()', maxLineLength)}`)
    const note = kind === 'CALL' ? '' : ` [${kind.toLowerCase()}]`
    return `${gas} ${called}${etherOf(call)}${note}`
  }

  #event({ event, args = [], topics, data }: TracedEvent): string {
    const words =
      event === undefined
        ? `log ${[...topics.map((topic, at) => `topic ${at}: ${topic}`), `data: ${short(data)}`].join(', ')}`
        : `emit ${event}(${argumentsOf(args, this.#labels)})`
    return this.#style('event', printable(words, maxLineLength))
  }

  #end({ error, results, output, kind }: CallTrace): string {
    if (error !== undefined) {
      return this.#style('bad', `[Revert] ${printable(error, maxLineLength)}`)
    }
    if (kind.startsWith('CREATE')) return `[Return] ${(output.length - 2) / 2} bytes of code`
    if (output === '0x') return '[Stop]'
    const words = results === undefined ? short(output) : argumentsOf(results, this.#labels)
    return `[Return] ${printable(words, maxLineLength)}`
  }

  #line(prefix: string, text: string): void {
    if (this.#lines.length >= maxLines) this.#leftOut++
    else this.#lines.push(`${prefix.slice(-4 * maxLevels)}${text}`)
  }
}

function etherOf({ value, kind }: CallTrace): string {
  const wei = kind === 'DELEGATECALL' ? 0n : BigInt(value)
  return wei === 0n ? '' : ` {value: ${wei}}`
}

function short(data: string): string {
  return data.length > maxDataLength ? `${data.slice(0, maxDataLength)}…` : data
}
