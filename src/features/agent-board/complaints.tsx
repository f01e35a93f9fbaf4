import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { agentComplaintCalls, MOST_OF_COMPLAINT } from '../../../contract/agent-complaint.ts';
import type { AgentComplaint } from '../../../contract/agent-complaint.ts';
import type { LoggedInUser } from '../../../contract/auth.ts';
import { DayField, TextAreaField, TextField } from '../../components/form-field.tsx';
import { Panel } from '../../components/page.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { DialogForm } from '../../components/saving-form.tsx';
import { Timeline } from '../../components/timeline.tsx';
import { useBodyCommand, useCallCommand } from '../../data/call-command.ts';
import { useCallQuery } from '../../data/call-query.ts';
import { formatDay, today as businessToday } from '../../lib/dates.ts';
import { newId } from '../../offline/id.ts';
import { useText } from '../../lib/texts/texts.ts';

interface OfAgent {
  readonly user: LoggedInUser;
  readonly agentId: string;
  readonly from: string;
  readonly to: string;
}

/** What borrowers complained of about an agent, and where who may records one or takes one back. */
export function Complaints({ user, agentId, from, to }: OfAgent) {
  const t = useText();
  const query = { collectorId: agentId, from, to };
  const { data } = useCallQuery(agentComplaintCalls.listAgentComplaints, { query });
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<AgentComplaint | null>(null);
  const mayRecord = agentComplaintCalls.recordAgentComplaint.roles.some(
    (role) => role === user.role,
  );
  const mayTake = agentComplaintCalls.withdrawAgentComplaint.roles.some(
    (role) => role === user.role,
  );
  if (data === undefined) return null;
  const items = data.data.map((complaint) => ({
    id: complaint._id,
    title: complaint.said,
    meta: `${formatDay(complaint.day)} · ${t('agentBoard.complaintMeta', {
      loan: complaint.Loan_ID,
      client: complaint.Client_Name,
      by: complaint.recordedBy,
    })}`,
    tone: complaint.withdrawn === null ? ('danger' as const) : ('quiet' as const),
    body:
      complaint.withdrawn === null ? (
        mayTake && (
          <Button variant="subtle" size="compact-sm" onClick={() => setWrong(complaint)}>
            {t('agentBoard.complaintTake')}
          </Button>
        )
      ) : (
        <p>{t('agentBoard.complaintTakenBy', complaint.withdrawn)}</p>
      ),
  }));
  return (
    <Panel
      title={t('agentBoard.complaints')}
      {...(mayRecord && {
        actions: (
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('agentBoard.complaintNew')}
          </Button>
        ),
      })}
    >
      {items.length === 0 ? (
        <p>{t('agentBoard.complaintsNone')}</p>
      ) : (
        <Timeline items={items} label={t('agentBoard.complaints')} />
      )}
      {isOpen && <RecordDialog agentId={agentId} onClose={() => setOpen(false)} />}
      {wrong !== null && <TakeBackDialog complaint={wrong} onClose={() => setWrong(null)} />}
    </Panel>
  );
}

function RecordDialog({ agentId, onClose }: { agentId: string; onClose: () => void }) {
  const t = useText();
  const record = useBodyCommand(agentComplaintCalls.recordAgentComplaint);
  const [_id] = useState(newId);
  const today = businessToday();
  return (
    <DialogForm
      name="agentBoard.complaintNew"
      title={t('agentBoard.complaintNew')}
      rules={agentComplaintCalls.recordAgentComplaint.body}
      defaults={{ _id, collectorId: agentId, Loan_ID: '', day: today, said: '' }}
      save={(body) => record.mutateAsync(body)}
      done={t('agentBoard.complaintSaved')}
      submitLabel={t('agentBoard.complaintNew')}
      onClose={onClose}
    >
      <TextField name="Loan_ID" text="words.loanNumber" />
      <DayField name="day" text="agentBoard.complaintDay" max={today} />
      <TextAreaField name="said" text="agentBoard.complaintSaid" maxLength={MOST_OF_COMPLAINT} />
    </DialogForm>
  );
}

function TakeBackDialog({
  complaint,
  onClose,
}: {
  complaint: AgentComplaint;
  onClose: () => void;
}) {
  const t = useText();
  const take = useCallCommand(agentComplaintCalls.withdrawAgentComplaint);
  return (
    <ReasonDialog
      name="agentBoard.complaintTakeTitle"
      about={complaint._id}
      title={t('agentBoard.complaintTakeTitle')}
      body={t('agentBoard.complaintTakeHelp')}
      label={t('agentBoard.complaintTakeReason')}
      action={t('agentBoard.complaintTake')}
      most={MOST_OF_COMPLAINT}
      save={(reason) => take.mutateAsync({ params: { id: complaint._id }, body: { reason } })}
      done={t('agentBoard.complaintTaken')}
      onClose={onClose}
    />
  );
}
