/** What the newest browsers say instead of a phone's model. */
const NO_MODEL = /^(?:K|Mobile|Tablet|wv)$/;

// The first that fits: most call themselves Chrome and Safari too.
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Samsung Internet', /SamsungBrowser\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+).* Safari\//],
];

const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\(iPhone;/],
  ['iPad', /\(iPad;/],
  ['Windows', /Windows NT/],
  ['ChromeOS', /CrOS/],
  ['macOS', /Macintosh;/],
  ['Linux', /Linux/],
];

function systemOf(agent: string): string | null {
  const android = /Android [\d.]+(?:; ([^;)]+))?/.exec(agent);
  if (android === null) return SYSTEMS.find(([, pattern]) => pattern.test(agent))?.[0] ?? null;
  const model = (android[1] ?? '').replace(/ Build\/.*$/, '').trim();
  return model === '' || NO_MODEL.test(model) ? 'Android' : `${model}, Android`;
}

/** A device as people call it ("Chrome 129, Android"), from what its browser says of itself; any other name stays. */
export function deviceName(label: string): string {
  if (!label.startsWith('Mozilla/')) return label;
  const browser = BROWSERS.map(([name, pattern]) => {
    const version = pattern.exec(label)?.[1];
    return version === undefined ? null : `${name} ${version}`;
  }).find((found) => found !== null);
  return [browser, systemOf(label)].filter(Boolean).join(', ') || label;
}
