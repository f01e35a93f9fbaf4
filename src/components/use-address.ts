import { useEffect, useMemo } from 'react';
import { useLocation, useSearchParams } from 'react-router-dom';

/** What changes in the address: a value by its name, several, or null for none. */
export type AddressPatch = Readonly<Record<string, string | number | readonly string[] | null>>;

/** Changes what the address holds; a function gets what it holds by then. The history entry is replaced unless said. */
export type ChangeAddress = (
  patch: AddressPatch | ((current: URLSearchParams) => AddressPatch),
  history?: { isNewEntry?: boolean },
) => void;

/** The address that was shown when it was changed and what it was changed to since, until the router shows the last. */
let onTheWay: readonly string[] = [];

/**
 * The parameters of the address, and how they are changed. A change builds on those before it, shown or not: two of them at
 * once (a second click before the first one's rows are drawn) are both kept, which the router's own setter does not do.
 */
export function useAddress(): readonly [URLSearchParams, ChangeAddress] {
  const [params, setParams] = useSearchParams();
  const { pathname } = useLocation();
  const shown = `${pathname}?${params.toString()}`;
  useEffect(() => {
    const at = onTheWay.lastIndexOf(shown);
    if (at === -1 || at === onTheWay.length - 1) onTheWay = [];
  }, [shown]);
  return useMemo(() => {
    const change: ChangeAddress = (patch, { isNewEntry = false } = {}) => {
      if (onTheWay.length === 0) onTheWay = [shown];
      const next = new URLSearchParams(onTheWay.at(-1)?.slice(pathname.length));
      const values = typeof patch === 'function' ? patch(new URLSearchParams(next)) : patch;
      for (const [name, value] of Object.entries(values)) write(next, name, value);
      onTheWay = [...onTheWay, `${pathname}?${next.toString()}`];
      setParams(next, { replace: !isNewEntry });
    };
    return [params, change] as const;
  }, [params, pathname, shown, setParams]);
}

function write(params: URLSearchParams, name: string, value: AddressPatch[string]): void {
  params.delete(name);
  const values = value === null ? [] : Array.isArray(value) ? value : [String(value)];
  for (const each of values) if (each !== '') params.append(name, each);
}
