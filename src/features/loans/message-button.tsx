import { Button } from '@mantine/core';
import { IconMessages } from '@tabler/icons-react';
import type { TableSelection } from '../../components/data-table-column.ts';
import { askForMessages } from '../../components/message-request.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { LoanFilterInput } from './loan-filters.ts';

/** Sends one template to the borrowers of the selected loans. */
export function MessageButton(props: {
  selection: TableSelection;
  totalCount: number;
  filter: LoanFilterInput;
}) {
  const t = useText();
  const { selection, totalCount, filter } = props;
  const ask = () =>
    selection.isAllMatching
      ? askForMessages({ matching: filter }, totalCount)
      : askForMessages({ loanIds: [...selection.ids] }, selection.ids.size);
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconMessages size={14} aria-hidden />}
      onClick={ask}
    >
      {t('messages.message')}
    </Button>
  );
}
