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

/** The buttons that make a block or pause mining, on every screen. */
export function Actions() {
  const isPaused = status.value?.cadence.paused ?? false
  const pause = isPaused ? 'Resume' : 'Pause'
  return (
    <div class="acts">
      <button type="button" class="small" title="f" onClick={makeFlashblock}>
        Flashblock
      </button>
      <button type="button" class="small" title="s" onClick={seal}>
        Seal
      </button>
      <button
        type="button"
        class="small"
        title="Space"
        aria-label={`${pause} mining`}
        aria-pressed={isPaused}
        onClick={pauseOrResume}
      >
        {pause}
      </button>
    </div>
  )
}

/** When blocks are made, in words: `flashblock every 200 ms, block every 2 s`. */
export function cadenceWords(): string {
  const now = status.value
  if (now === undefined) return ''
  const { mining, blockTime, flashblockTime } = now.cadence
  if (mining === 'manual' || mining === 'auto') return 'blocks on demand'
  const block = `block every ${duration(Number(blockTime))}`
  return mining === 'flashblocks'
    ? `flashblock every ${duration(Number(flashblockTime))}, ${block}`
    : block
}

/** How fast blocks are made, and the manual clock. */
export function Speed() {
  const { values, field } = useFields({ block: '', flashblock: '', ms: '200' })
  const now = status.value
  if (now === undefined) return null
  const { blockTime, flashblockTime, clock } = now.cadence
  return (
    <>
      {clock === 'manual' && (
        <Form
          label="Advance"
          onSend={() => act(`Advance by ${values.ms} ms`, 'preconf_advance', Number(values.ms))}
        >
          <Field label="Milliseconds" {...field('ms')} />
        </Form>
      )}
      <details>
        <summary>Speed: {cadenceWords()}</summary>
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
    </>
  )
}
