import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../lib/texts/texts.ts';

/** The query that a select's choices come by. */
export interface AskedChoices {
  readonly data: unknown;
  readonly isFetching: boolean;
  readonly isError: boolean;
  readonly refetch: () => unknown;
}

/**
 * What a select does while it has no choices to offer: it says that they are on their way, or that they did not come, with
 * a way to ask again (opening it anew does too). Only choices that are there can lack what was typed.
 */
export function useAskedChoices(asked: AskedChoices | undefined, nothingFound?: string) {
  const t = useText();
  // Nothing is asked for whoever may not.
  const isAsked = asked !== undefined && (asked.isFetching || asked.isError);
  if (!isAsked || asked.data !== undefined) return { nothingFoundMessage: nothingFound };
  const ask = () => void asked.refetch();
  const words: ReactNode = asked.isFetching ? (
    <output>{t('common.loading')}</output>
  ) : (
    <span role="alert">
      {t('common.choicesFailed')}{' '}
      <Anchor
        component="button"
        type="button"
        // The list closes where its input loses the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={ask}
      >
        {t('common.retry')}
      </Anchor>
    </span>
  );
  return {
    nothingFoundMessage: words,
    ...(!asked.isFetching && { onDropdownOpen: ask }),
  };
}
