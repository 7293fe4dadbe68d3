import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { screenKeys } from '../keys.ts'
import { Panel, Problem, Table, Text, useAnswer } from '../parts.tsx'
import { Source } from '../Source.tsx'
import { ask } from '../state.ts'
import {
  callsAt,
  type LoadSteps,
  type Move,
  moved,
  type Place,
  placeAt,
  type Step,
  type Steps,
  stepAt,
  type Unit,
  variablesAt,
} from '../stepper.ts'
import { decimal } from '../units.ts'
import type { Hex } from '../wire.ts'
import { CallName } from './CallTree.tsx'

const units: readonly Unit[] = ['line', 'expression', 'instruction']

const buttons: readonly (readonly [move: Move, key: string, name: string])[] = [
  ['back', 'b', 'Back'],
  ['into', 'n', 'Next'],
  ['over', 'o', 'Over'],
  ['overBack', 'O', 'Over, back'],
  ['out', 'u', 'Out'],
  ['toEnd', 'e', 'End'],
]

/** Steps shown around the current one. */
const around = 8

/** Moves that may be queued behind the current one. */
const maxWaiting = 8

/** A transaction step by step, from an instruction on: by lines where the source is known, by instructions otherwise. */
export function Debugger({ hash, from: first = 0 }: { hash: string; from?: number }) {
  const [unit, setUnit] = useState<Unit>('line')
  const [place, setPlace] = useState<Place | undefined>()
  const [problem, setProblem] = useState<string | undefined>()
  /** Where the last move has led, and the moves that have not been made yet. */
  const now = useRef<Place | undefined>(undefined)
  const moves = useRef({ last: Promise.resolve(), waiting: 0 })
  const load: LoadSteps = (window) =>
    ask<Steps>('preconf_traceSteps', hash, { unit, count: 100, ...window })

  /** Each begins where the one before has led. */
  function become(next: (from: Place | undefined) => Promise<Place | undefined>): void {
    const make = async () => {
      try {
        const found = await next(now.current)
        now.current = found ?? now.current
        if (found !== undefined) setPlace(found)
        setProblem(found === undefined ? 'This transaction runs no code.' : undefined)
      } catch (error) {
        setProblem((error as Error).message)
      }
      moves.current.waiting--
    }
    moves.current.waiting++
    moves.current.last = moves.current.last.then(make)
  }

  function go(move: Move): void {
    // Holding a key down must not build a long queue.
    if (place === undefined || moves.current.waiting >= maxWaiting) return
    become(async (from) => from && moved(load, from, move))
  }
  // Before the next key is pressed: an effect after painting may be later.
  useLayoutEffect(() => {
    become((from) => placeAt(load, from === undefined ? first : stepAt(from).instruction))
  }, [unit])
  useLayoutEffect(() => {
    screenKeys.actions = Object.fromEntries(buttons.map(([move, key]) => [key, () => go(move)]))
    return () => {
      screenKeys.actions = {}
    }
  })
  return (
    <>
      <h1>Debugger</h1>
      <p class="mono">
        <a href={`#/tx/${hash}`}>{hash}</a>
      </p>
      <div class="row">
        {buttons.map(([move, key, name]) => (
          <button
            key={move}
            type="button"
            aria-keyshortcuts={key}
            disabled={place === undefined}
            onClick={() => go(move)}
          >
            {name} <kbd>{key}</kbd>
          </button>
        ))}
        <label class="field">
          <span>Step by</span>
          <select
            value={unit}
            onInput={({ currentTarget }) =>
              setUnit(units.find((one) => one === currentTarget.value) ?? 'line')
            }
          >
            {units.map((one) => (
              <option key={one} value={one}>
                {one === 'line' ? 'a line' : one === 'expression' ? 'an expression' : 'an opcode'}
              </option>
            ))}
          </select>
        </label>
      </div>
      {problem !== undefined && <Problem text={problem} />}
      {place !== undefined && (
        <>
          <Slider place={place} onGo={(to) => become((from) => placeAt(load, to, from))} />
          <Shown place={place} hash={hash} unit={unit} />
        </>
      )}
    </>
  )
}

function Slider({ place, onGo }: { place: Place; onGo: (instruction: number) => void }) {
  const { instruction, op, gas, gasCost, depth, error } = stepAt(place)
  const last = Math.max(0, place.window.instructions - 1)
  return (
    <>
      <label class="slider">
        <span class="unseen">Instruction</span>
        <input
          type="range"
          min={0}
          max={last}
          value={instruction}
          onChange={({ currentTarget }) => onGo(Number(currentTarget.value))}
        />
      </label>
      <p>
        Instruction <strong>{decimal(String(instruction))}</strong> of{' '}
        {decimal(String(place.window.instructions))} · <strong class="mono">{op}</strong> ·{' '}
        {decimal(gas)} gas left, {decimal(gasCost)} for this · depth {depth}
      </p>
      {error !== undefined && <Problem text={error} />}
    </>
  )
}

function Shown({ place, hash, unit }: { place: Place; hash: string; unit: Unit }) {
  const step = stepAt(place)
  const { source } = step
  const text = source && place.sources[source.file]
  return (
    <div class="debugger">
      <div>
        {source !== undefined && text !== undefined && (
          <Panel title={`${source.file}:${source.line}`}>
            <Source label={source.file} text={text} range={source} />
          </Panel>
        )}
        {(text === undefined || unit === 'instruction') && <Opcodes place={place} />}
        <Memory hash={hash} instruction={step.instruction} />
      </div>
      <div>
        <Calls place={place} />
        <Variables place={place} />
        <Stack step={step} />
      </div>
    </div>
  )
}

function Opcodes({ place: { window, at } }: { place: Place }) {
  const from = Math.max(0, Math.min(at - around, window.steps.length - 2 * around))
  return (
    <Panel title="Opcodes">
      <Table
        label="Opcodes"
        head={[['Instruction', 'number'], ['pc', 'number'], 'Opcode', ['Gas', 'number']]}
      >
        {window.steps.slice(from, from + 2 * around + 1).map((step, index) => (
          <tr
            key={step.instruction}
            class={from + index === at ? 'now' : undefined}
            aria-current={from + index === at ? 'step' : undefined}
          >
            <td class="number">{step.instruction}</td>
            <td class="number">{step.pc}</td>
            <td class="mono">{step.op}</td>
            <td class="number">{decimal(step.gasCost)}</td>
          </tr>
        ))}
      </Table>
    </Panel>
  )
}

/** Shows the calls with decoded arguments, and the open functions. */
function Calls({ place }: { place: Place }) {
  const { functions } = stepAt(place)
  return (
    <Panel title="Calls">
      <ol class="calls">
        {callsAt(place).map((call) => (
          <li key={call.firstInstruction}>
            <span class="kind">{call.kind}</span> <CallName call={call} />
          </li>
        ))}
        {functions.map(({ function: name, file, line }, at) => (
          <li key={at} class="mono">
            <Text value={name} />{' '}
            <span class="dim">
              <Text value={`${file}:${line}`} />
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function Variables({ place }: { place: Place }) {
  const variables = variablesAt(place)
  return (
    <Panel title="Storage">
      {variables.length === 0 ? (
        <p class="dim">No storage layout is available for this contract.</p>
      ) : (
        <Table label="State variables" head={['Variable', 'Value']}>
          {variables.map(({ variable, type, value }) => (
            <tr key={variable} title={type}>
              <td class="mono">
                <Text value={variable} />
              </td>
              <td class="mono">
                <Text value={value} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </Panel>
  )
}

function Stack({ step: { stack } }: { step: Step }) {
  return (
    <Panel title={`Stack (${stack.length}), top first`}>
      {stack.length === 0 ? (
        <p class="dim">Empty.</p>
      ) : (
        <ol class="words mono">
          {[...stack].reverse().map((item, at) => (
            <li key={stack.length - at}>{item}</li>
          ))}
        </ol>
      )}
    </Panel>
  )
}

const wordDigits = 64
const maxWords = 256

/** Asked for by itself, as it may be long. */
function Memory({ hash, instruction }: { hash: string; instruction: number }) {
  const { result, error } = useAnswer(
    `memory ${hash} ${instruction}`,
    async () => {
      const window = { unit: 'instruction', from: instruction, count: 1, memory: true }
      const { steps } = await ask<Steps>('preconf_traceSteps', hash, window)
      return steps[0]?.memory ?? ('0x' as Hex)
    },
    'nothing',
  )
  const digits = result?.slice(2) ?? ''
  const words = Math.ceil(digits.length / wordDigits)
  return (
    <Panel title={`Memory (${digits.length / 2} bytes)`}>
      {error !== undefined && <Problem text={error} />}
      {words === 0 ? (
        <p class="dim">Empty.</p>
      ) : (
        <ol class="words mono">
          {Array.from({ length: Math.min(words, maxWords) }, (_, at) => (
            <li key={at}>
              <span class="dim">{(at * 32).toString(16).padStart(4, '0')}</span>{' '}
              {digits.slice(at * wordDigits, (at + 1) * wordDigits)}
            </li>
          ))}
        </ol>
      )}
      {words > maxWords && <p class="dim">{words - maxWords} more words.</p>}
    </Panel>
  )
}
