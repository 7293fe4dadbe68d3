import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { askForCallNames, callWords, contractNames } from './names.ts'
import { screens } from './navigation.ts'
import { ask, completeRing, go, labels, model, notice, ring } from './state.ts'
import { type Suggestion, suggestionsFor, tags } from './suggestions.ts'
import { printable } from './units.ts'

const looked =
  'looked for labels, contracts, functions, screens, the start or end of hashes and addresses, block numbers and tags'

/** Opens what the text names, or says what was looked for. */
async function search(text: string): Promise<void> {
  const wanted = text.trim()
  if (wanted === '') return
  const path = (await pathOf(wanted)) ?? suggested(wanted)[0]?.path
  if (path !== undefined) go(path)
  else notice.value = { text: `nothing found for "${wanted.slice(0, 80)}": ${looked}`, isBad: true }
}

/** What can only mean one thing. */
async function pathOf(wanted: string): Promise<string | undefined> {
  const lower = wanted.toLowerCase()
  const [label] = Object.entries(labels.peek()).find(([, one]) => one.toLowerCase() === lower) ?? []
  if (label !== undefined) return `/account/${label}`
  if (/^0x[\da-f]{40}$/.test(lower)) return `/account/${lower}`
  if (/^0x[\da-f]{64}$/.test(lower)) {
    const isGone = model.peek()?.removed.some(({ hash }) => hash === lower)
    const block = isGone || (await ask('eth_getBlockByHash', lower, false).catch(() => null))
    return block ? `/block/${lower}` : `/tx/${lower}`
  }
  if (/^#?\d+$/.test(lower)) return `/block/${lower.replace('#', '')}`
  if (tags.some((tag) => tag === lower)) return `/block/${lower}`
  const isQuantity = /^0x[\da-f]{1,16}$/.test(lower)
  if (isQuantity && suggested(lower).length === 0) return `/block/${BigInt(lower)}`
  return undefined
}

function suggested(text: string): readonly Suggestion[] {
  const { blocks = [], removed = [] } = model.peek() ?? {}
  return suggestionsFor(text, {
    labels: labels.value,
    contracts: contractNames.value,
    calls: callWords(),
    blocks: [...removed, ...blocks],
    rows: ring.newestFirst(),
    screens,
  })
}

/** The search field, with suggestions while one types. */
export function Search() {
  const [text, setText] = useState('')
  const [at, setAt] = useState(-1)
  const [isOpen, setOpen] = useState(false)
  const list = useId()
  const field = useRef<HTMLInputElement>(null)
  const found = isOpen ? suggested(text) : []
  const chosen = found[at]
  useEffect(() => {
    document.querySelector(`#${CSS.escape(`${list}${at}`)}`)?.scrollIntoView({ block: 'nearest' })
  }, [at])
  function open(path: string): void {
    setOpen(false)
    go(path)
  }
  function onKey(event: KeyboardEvent): void {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setOpen(false)
    if (by === undefined || found.length === 0) return
    event.preventDefault()
    // The field itself is one of the places.
    setAt((before) => ((before + by + 1 + found.length + 1) % (found.length + 1)) - 1)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: the element is new, and not known to all readers
    <form
      role="search"
      class="search"
      onSubmit={(event) => {
        event.preventDefault()
        setOpen(false)
        if (chosen === undefined) void search(text)
        else go(chosen.path)
      }}
    >
      <input
        id="search"
        ref={field}
        role="combobox"
        aria-label="Search: name, function, address, hash, block or label"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={chosen && `${list}${at}`}
        placeholder="Name, function, hash, block  ( / )"
        spellcheck={false}
        autocomplete="off"
        value={text}
        onFocus={() => {
          askForCallNames()
          void completeRing()
        }}
        onBlur={() => setOpen(false)}
        onKeyDown={onKey}
        onInput={({ currentTarget }) => {
          setText(currentTarget.value)
          setAt(-1)
          setOpen(true)
        }}
      />
      <div
        id={list}
        class="found"
        role="listbox"
        aria-label="Suggestions"
        hidden={found.length === 0}
      >
        {found.map(({ kind, name, detail, path }, index) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus and the keys stay in the field
          // biome-ignore lint/a11y/useKeyWithClickEvents: as above
          <div
            key={path}
            id={`${list}${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => open(path)}
          >
            <bdi>{printable(name.slice(0, 80))}</bdi>
            <span class="dim">
              {kind === 'account' || kind === 'contract' || kind === 'function'
                ? `${kind} · ${detail}`
                : detail}
            </span>
          </div>
        ))}
      </div>
    </form>
  )
}
