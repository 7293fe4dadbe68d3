import type { TraceHooks } from './tracer.ts'

type HookName = keyof TraceHooks

/** Lets several tracers watch one transaction: the hooks of geth's `muxTracer`. */
export function muxTracer(tracers: readonly TraceHooks[]): TraceHooks {
  return {
    ...together('start', tracers),
    ...together('enter', tracers),
    ...together('step', tracers),
    ...together('fault', tracers),
    ...together('failed', tracers),
    ...together('access', tracers),
    ...together('denied', tracers),
    ...together('log', tracers),
    ...together('exit', tracers),
    ...together('end', tracers),
    ...together('close', tracers),
    ...waiting(tracers),
  }
}

/** The hook that runs all hooks of that name; nothing when there is none. */
function together<Name extends HookName>(name: Name, tracers: readonly TraceHooks[]): TraceHooks {
  const hooks = tracers.flatMap((tracer) => {
    const hook = tracer[name] as ((event: unknown) => void) | undefined
    return hook === undefined ? [] : [hook]
  })
  if (hooks.length === 0) return {}
  return {
    [name]: (event: unknown) => {
      for (const hook of hooks) hook(event)
    },
  }
}

/** Waits for all that have to be waited for; nothing when there is none. */
function waiting(tracers: readonly TraceHooks[]): TraceHooks {
  const waited = tracers.filter(({ wait }) => wait !== undefined)
  if (waited.length === 0) return {}
  const wait = () => {
    const pending = waited.flatMap((tracer) => tracer.wait?.() ?? [])
    return pending.length === 0 ? undefined : Promise.all(pending).then(() => {})
  }
  return { wait }
}
