import type { FocusEvent, KeyboardEvent } from 'react';

/**
 * Enter in a list of choices takes the line that is marked; the library goes by another one after the letter that opened the
 * list. Where none is marked it does nothing: the form around would be sent with the choice from before what was typed.
 */
export function chooseMarked(event: KeyboardEvent<HTMLElement>): void {
  const { target } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
  if (!(target instanceof HTMLElement) || target.getAttribute('role') !== 'combobox') return;
  event.preventDefault();
  const list = document.getElementById(target.getAttribute('aria-controls') ?? '');
  const marked = list?.querySelector<HTMLElement>('[data-combobox-selected]');
  if (marked == null) return;
  event.stopPropagation();
  marked.click();
}

/** In a list of choices that can be searched, what is typed takes the place of the choice, come to by a click or by keys. */
export function overtype({ currentTarget }: FocusEvent<HTMLInputElement>): void {
  if (!currentTarget.readOnly) currentTarget.select();
}
