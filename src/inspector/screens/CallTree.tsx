import { Address, Text } from '../parts.tsx'
import { tokenIn } from '../tokens.tsx'
import type { Call, CallFrame, Step, StorageChange } from '../trace.ts'
import { decimal, ether } from '../units.ts'
import { Words } from '../values.tsx'
import { Arguments } from './FunctionForms.tsx'

/** Steps that are shown of one call, and how deep. */
const maxSteps = 200
const deepest = 24

/** `hash`: of the transaction, to lead to its debugger. */
export function CallTree({ frame, hash }: { frame: CallFrame; hash: string }) {
  return (
    <ul class="tree">
      <Frame frame={frame} depth={0} hash={hash} all={Number(frame.gasUsed)} />
    </ul>
  )
}

interface Shown {
  readonly depth: number
  readonly hash: string
  /** Gas of the whole transaction. */
  readonly all: number
}

function Frame({ frame, depth, hash, all }: Shown & { frame: CallFrame }) {
  const { kind, value, gasUsed, error, results, output, steps, firstInstruction } = frame
  return (
    <li>
      <span class="kind">{kind}</span> <CallName call={frame} />{' '}
      {BigInt(value) > 0n && <span>{ether(value)} </span>}
      <GasShare gas={Number(gasUsed)} all={all} />
      <span class="dim">{decimal(gasUsed)} gas</span>{' '}
      <a
        href={`#/debug/${hash}/${firstInstruction}`}
        aria-label={`Step through ${frame.function ?? kind}`}
      >
        step
      </a>
      {error !== undefined && (
        <p class="bad">
          <Words value={error} />
        </p>
      )}
      {results !== undefined && results.length > 0 && (
        <p class="mono">
          → <Arguments args={results} />
        </p>
      )}
      {results === undefined && error === undefined && output !== '0x' && !/^CREATE/.test(kind) && (
        <p class="mono">
          → <Text value={output} />
        </p>
      )}
      {steps.length > 0 && depth < deepest && (
        <ul>
          {steps.slice(0, maxSteps).map((step, index) => (
            <StepRow key={index} step={step} depth={depth} hash={hash} all={all} />
          ))}
          {steps.length > maxSteps && <li class="dim">{steps.length - maxSteps} more</li>}
        </ul>
      )}
      {steps.length > 0 && depth >= deepest && <p class="dim">{steps.length} deeper</p>}
    </li>
  )
}

/** A bar as long as the share of the gas that a call has used. */
function GasShare({ gas, all }: { gas: number; all: number }) {
  const share = all === 0 ? 0 : Math.min(100, (100 * gas) / all)
  return (
    <span class="bar" title={`${share.toFixed(0)} % of the gas`}>
      <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={share.toFixed(1)} height="1" />
      </svg>
    </span>
  )
}

function StepRow({ step, depth, hash, all }: Shown & { step: Step }) {
  switch (step.step) {
    case 'call':
      return <Frame frame={step} depth={depth + 1} hash={hash} all={all} />
    case 'console':
      return (
        <li>
          <span class="kind">console</span>{' '}
          <span class="mono">
            <Text value={step.line} />
          </span>
        </li>
      )
    case 'storage':
      return (
        <li>
          <span class="kind">storage</span>{' '}
          <span class="mono">
            <Text value={step.variable ?? step.slot} />: <Text value={step.before} /> →{' '}
            <Text value={step.after} />
          </span>
        </li>
      )
    case 'event':
      return (
        <li>
          <span class="kind">event</span>{' '}
          <span class="mono">
            {step.event === undefined ? (
              <Text value={[...step.topics, step.data].join(' ')} />
            ) : (
              <>
                <Text value={step.event} />(
                <Arguments args={step.args ?? []} token={tokenIn(step.event, step.address)} />)
              </>
            )}
          </span>
        </li>
      )
  }
}

/** Shows the called contract, the function and its arguments. */
export function CallName({ call }: { call: Call }) {
  const { kind, to, contract, function: name, args, input } = call
  const token = kind === 'CALL' ? tokenIn(name, to) : undefined
  return (
    <span class="mono">
      {contract === undefined ? (
        <Address value={to} />
      ) : (
        <a href={`#/contract/${to}`} title={to}>
          <Text value={contract} />
        </a>
      )}
      {name !== undefined && (
        <>
          .<Text value={name} />
        </>
      )}
      {args !== undefined ? (
        <>
          (<Arguments args={args} token={token} />)
        </>
      ) : (
        input !== '0x' && (
          <>
            {' '}
            <Text value={input.length > 74 ? `${input.slice(0, 74)}…` : input} />
          </>
        )
      )}
    </span>
  )
}

/** What a variable is called that has changed, by account and slot. */
export function namedSlots(frame: CallFrame, names = new Map<string, StorageChange[]>()) {
  for (const step of frame.steps) {
    if (step.step === 'call') namedSlots(step, names)
    else if (step.step === 'storage' && step.variable !== undefined) {
      const key = `${step.address} ${BigInt(step.slot)}`
      names.set(key, [...(names.get(key) ?? []), step])
    }
  }
  return names
}
