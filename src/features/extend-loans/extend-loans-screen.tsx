import { useState } from 'react';
import type { ExtensionPreview } from '../../../contract/loan-closure.ts';
import { LeavePrompt } from '../../components/leave-guard.tsx';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ConfirmStep } from './confirm-step.tsx';
import type { ExtendedLoans } from './extend-loans-queries.ts';
import { UntilStep, usualDay } from './until-step.tsx';
import type { UntilDraft } from './until-step.tsx';
import { NOTHING_GIVEN, WhichStep } from './which-step.tsx';
import type { WhichDraft } from './which-step.tsx';

/** What was chosen so far; `preview` is what the server says of it. What was typed is still there on the way back. */
interface Chosen {
  step: number;
  which: WhichDraft;
  until: UntilDraft;
  loans: ExtendedLoans | null;
  /** `YYYY-MM-DD`, null: until recalled. */
  periodEndsOn: string | null;
  preview: ExtensionPreview | null;
}

const nothing = (): Chosen => ({
  step: 0,
  which: NOTHING_GIVEN,
  until: { day: usualDay(), isOpenEnd: false },
  loans: null,
  periodEndsOn: null,
  preview: null,
});

/** `/extend-loans` (admin): which loans, until when, and what that changes, before it is confirmed. */
export function ExtendLoansScreen() {
  const t = useText();
  const [chosen, setChosen] = useState(nothing);
  const change = (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part }));
  const { which, until, loans, preview } = chosen;
  return (
    <Page width="form">
      <PageHeader
        title={t('loanLife.extendTitle')}
        subtitle={t('loanLife.extendBody')}
        backTo="/loans"
      />
      <Panel>
        <LeavePrompt isActive={loans !== null || which.numbers.trim() !== ''} />
        <Steps
          active={chosen.step}
          onStep={(step) => change({ step })}
          steps={[
            {
              title: t('loanLife.stepWhich'),
              content: (
                <WhichStep
                  draft={which}
                  onDraft={(part) => change({ which: { ...which, ...part } })}
                  onChosen={(next) => change({ step: 1, loans: next })}
                />
              ),
            },
            {
              title: t('loanLife.stepUntil'),
              content: loans !== null && (
                <UntilStep
                  loans={loans}
                  draft={until}
                  onDraft={(next) => change({ until: next })}
                  onBack={() => change({ step: 0 })}
                  onPreview={(periodEndsOn, next) =>
                    change({ step: 2, periodEndsOn, preview: next })
                  }
                />
              ),
            },
            {
              title: t('loanLife.stepConfirm'),
              content: loans !== null && preview !== null && (
                <ConfirmStep
                  extension={{ loans, periodEndsOn: chosen.periodEndsOn }}
                  preview={preview}
                  onBack={() => change({ step: 1 })}
                  onDone={() => setChosen(nothing())}
                />
              ),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
