import { Button } from '@mantine/core';
import { IconMessage } from '@tabler/icons-react';
import type { LoanDetail } from '../../../contract/loan.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import { askForMessage } from '../../components/message-request.ts';
import { MessageTimeline } from '../../components/message-state.tsx';
import { Panel } from '../../components/page.tsx';
import { LoadingState } from '../../components/screen-state.tsx';
import { useLoanMessages } from '../../data/loan-messages.ts';
import { useText } from '../../lib/texts/texts.ts';
import { mayWithLoans } from './loan-queries.ts';
import classes from './loans.module.css';

/** The messages to a loan's borrower, with what became of them. */
export function LoanMessages({ loanId }: { loanId: string }) {
  const t = useText();
  const messages = useLoanMessages(loanId);
  if (messages.isError && messages.data === undefined)
    return <LoadProblem error={messages.error} onRetry={() => void messages.refetch()} />;
  return (
    <Panel title={t('menu.messages')}>
      {messages.data === undefined ? (
        <LoadingState rows={2} />
      ) : (
        <MessageTimeline messages={messages.data} />
      )}
    </Panel>
  );
}

/** Opens the dialog in which a message to the borrower is sent; nothing for who may not, or once the loan is closed. */
export function SendMessageButton({ loan }: { loan: LoanDetail }) {
  const t = useText();
  if (!mayWithLoans('message') || loan.status !== 'ACTIVE') return null;
  return (
    <Button
      variant="default"
      className={classes.action ?? ''}
      leftSection={<IconMessage size={16} aria-hidden />}
      onClick={() => askForMessage(loan._id, 'SMS')}
    >
      {t('messages.message')}
    </Button>
  );
}
