/** The minimum length of a secret: shorter texts occur in many words. */
const shortest = 4

/** Segments of a path such as `v2` and `rpc` are no keys. */
const minSegmentLength = 6

const anyUrl = /\b(https?|wss?):\/\/(?:[^\s/@"'<>]*@)?([^\s/?#"'<>\\]*)[^\s"'<>]*/gi

/** Scheme and host, all that is ever shown of a URL. */
export function shownUrl(url: URL): string {
  return `${url.protocol}//${url.host}`
}

/**
 * Takes what must not be seen out of a text of an upstream: user, password, path and query of its URL,
 * values of its headers, and of any other URL all but scheme and host.
 */
export function createScrubber(
  url: URL | undefined,
  headers: Readonly<Record<string, string>>,
): (text: string) => string {
  const secrets = [...(url === undefined ? [] : secretsOf(url)), ...headerSecrets(headers)]
    .filter((secret) => secret.length >= shortest)
    .sort((left, right) => right.length - left.length)
  return (text) => {
    const withoutUrls = text.replace(anyUrl, '$1://$2')
    return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), withoutUrls)
  }
}

function secretsOf(url: URL): readonly string[] {
  const user = [url.username, url.password]
  const query = [url.search.slice(1), ...url.searchParams.values()]
  const segments = url.pathname.split('/').filter((segment) => segment.length >= minSegmentLength)
  const all = [...user, ...query, ...segments]
  if (url.username !== '' || url.password !== '') all.push(basicOf(url))
  return [...all, ...all.map(decoded)]
}

function headerSecrets(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.values(headers).flatMap((value) => [value, ...value.split(/\s+/)])
}

/** The value of an `Authorization` header behind `Basic`. */
export function basicOf({ username, password }: URL): string {
  const bytes = new TextEncoder().encode(`${decoded(username)}:${decoded(password)}`)
  return btoa(String.fromCharCode(...bytes))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
