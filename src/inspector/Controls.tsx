import { Field, Form, useFields } from './parts.tsx'
import { act, status } from './state.ts'
import { duration } from './units.ts'

export function makeFlashblock(): void {
  void act('Flashblock', 'preconf_flashblock')
}

export function seal(): void {
  void act('Seal', 'preconf_seal')
}

export function pauseOrResume(): void {
  const isPaused = status.value?.cadence.paused ?? false
  void (isPaused ? act('Resume', 'preconf_resume') : act('Pause', 'preconf_pause'))
}

/** The mining mode, and the buttons that make a block or pause mining. */
export function Controls() {
  const { values, field } = useFields({ block: '', flashblock: '', ms: '200' })
  const now = status.value
  if (now === undefined) return null
  const { mining, blockTime, flashblockTime, paused, clock } = now.cadence
  const isTimed = mining !== 'manual' && mining !== 'auto'
  return (
    <div class="controls">
      <p>
        <strong>{paused ? 'Paused' : mining}</strong>{' '}
        <span class="dim">
          {mining === 'flashblocks' && `flashblock every ${duration(Number(flashblockTime))}, `}
          {isTimed ? `block every ${duration(Number(blockTime))}` : 'blocks on demand'}
          {clock === 'manual' && ', manual clock'} · {now.pooled} in the pool
        </span>
      </p>
      <div class="row">
        <button type="button" onClick={makeFlashblock}>
          Flashblock
        </button>
        <button type="button" onClick={seal}>
          Seal
        </button>
        <button type="button" aria-pressed={paused} onClick={pauseOrResume}>
          {paused ? 'Resume' : 'Pause'}
        </button>
        {clock === 'manual' && (
          <Form
            label="Advance"
            onSend={() => act(`Advance by ${values.ms} ms`, 'preconf_advance', Number(values.ms))}
          >
            <Field label="Milliseconds" {...field('ms')} />
          </Form>
        )}
      </div>
      <details>
        <summary>Speed</summary>
        <Form
          label="Set"
          onSend={() =>
            act('Speed', 'preconf_setCadence', {
              ...(values.block !== '' && { blockTime: `${values.block}ms` }),
              ...(values.flashblock !== '' && { flashblockTime: `${values.flashblock}ms` }),
            })
          }
        >
          <Field
            label="Block time, ms"
            placeholder={String(Number(blockTime))}
            {...field('block')}
          />
          <Field
            label="Flashblock time, ms"
            placeholder={String(Number(flashblockTime))}
            {...field('flashblock')}
          />
        </Form>
      </details>
    </div>
  )
}
