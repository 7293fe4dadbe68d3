import { BlockLink, Facts, Field, Form, Panel, useFields } from '../parts.tsx'
import { act, head, status } from '../state.ts'
import { dateOf, decimal, duration, timeOf } from '../units.ts'
import type { RestorePoint } from '../wire.ts'

/** The clock, the checkpoints and snapshots, and the controls for reorgs and rollbacks. */
export function Time() {
  const now = status.value
  if (now === undefined) return <h1>Time</h1>
  return (
    <>
      <h1>Time</h1>
      <Clock />
      <Panel title="Checkpoints and snapshots">
        <div class="row">
          <button type="button" onClick={() => act('Checkpoint', 'preconf_checkpoint')}>
            Create a checkpoint
          </button>
          <button type="button" onClick={() => act('Snapshot', 'evm_snapshot')}>
            Take a snapshot
          </button>
        </div>
        {now.checkpoints.length === 0 ? (
          <p class="dim">
            None. A checkpoint saves the whole chain; you can go back to it any number of times.
          </p>
        ) : (
          <RestorePoints points={now.checkpoints} parent={null} />
        )}
      </Panel>
      <Reorganize />
    </>
  )
}

function Clock() {
  const { values, field } = useFields({ seconds: '3600', next: '', interval: '' })
  const clock = status.value?.clock
  const cadence = status.value?.cadence
  return (
    <Panel title="Clock">
      <Facts
        facts={[
          ['Clock', cadence?.clock === 'manual' ? 'manual: moves only on request' : 'real'],
          ['Newest block', head.value ? `${dateOf(head.value.timestamp)} UTC` : '–'],
          ['Offset', duration(clock?.offsetMs ?? 0)],
          ['Next timestamp', clock?.nextTimestamp ? decimal(clock.nextTimestamp) : 'not set'],
          [
            'Between blocks',
            clock?.intervalSeconds ? `${decimal(clock.intervalSeconds)} s` : 'not set',
          ],
        ]}
      />
      <Form
        label="Advance time"
        onSend={() => act('Advance time', 'evm_increaseTime', Number(values.seconds))}
      >
        <Field label="Seconds" {...field('seconds')} />
      </Form>
      <Form
        label="Set the timestamp"
        onSend={() =>
          act('Set the next timestamp', 'evm_setNextBlockTimestamp', Number(values.next))
        }
      >
        <Field label="Timestamp of the next block (Unix seconds)" {...field('next')} />
      </Form>
      <Form
        label="Set the interval"
        onSend={() =>
          values.interval === ''
            ? act('Remove the interval', 'anvil_removeBlockTimestampInterval')
            : act('Set the interval', 'anvil_setBlockTimestampInterval', Number(values.interval))
        }
      >
        <Field
          label="Seconds between timestamps (empty removes the interval)"
          {...field('interval')}
        />
      </Form>
    </Panel>
  )
}

/** Shows the restore points taken after `parent`, each with its successors below. */
function RestorePoints({
  points,
  parent,
}: {
  points: readonly RestorePoint[]
  parent: string | null
}) {
  const here = points.filter((point) => point.parent === parent)
  if (here.length === 0) return null
  return (
    <ul class="tree">
      {here.map(({ id, kind, blockNumber, takenMs }) => {
        const name = `${kind} ${Number(id)}`
        return (
          <li key={id}>
            <strong>{name}</strong> at <BlockLink number={blockNumber} />{' '}
            <span class="dim">{timeOf(takenMs)}</span>{' '}
            <button
              type="button"
              class="small"
              aria-label={`Go back to ${name}`}
              onClick={() =>
                kind === 'checkpoint'
                  ? act(`Go back to ${name}`, 'preconf_restore', id)
                  : act(`Go back to ${name}`, 'evm_revert', id)
              }
            >
              Go back
            </button>{' '}
            {kind === 'checkpoint' && (
              <button
                type="button"
                class="small"
                aria-label={`Forget ${name}`}
                onClick={() => act(`Forget ${name}`, 'preconf_forgetCheckpoint', id)}
              >
                Forget
              </button>
            )}
            <RestorePoints points={points} parent={id} />
          </li>
        )
      })}
    </ul>
  )
}

function Reorganize() {
  const { values, field } = useFields({ depth: '1' })
  return (
    <Panel title="Reorg and rollback">
      <Field label="Blocks" {...field('depth')} />
      <div class="row">
        <button type="button" onClick={() => act('Reorg', 'preconf_reorg', Number(values.depth))}>
          Replace with empty blocks
        </button>
        <button
          type="button"
          onClick={() => act('Rollback', 'preconf_rollback', Number(values.depth))}
        >
          Remove blocks
        </button>
        <button
          type="button"
          onClick={() =>
            act('Rollback', 'preconf_rollback', Number(values.depth), { requeue: true })
          }
        >
          Remove blocks, return transactions to the pool
        </button>
      </div>
    </Panel>
  )
}
