import { useState } from 'react';
import type { ExtensionPreview } from '../../../contract/loan-closure.ts';
import { Page, PageHeader, Panel } from '../../components/page.tsx';
import { Steps } from '../../components/steps.tsx';
import { useText } from '../../lib/texts/texts.ts';
import { ConfirmStep } from './confirm-step.tsx';
import type { ExtendedLoans } from './extend-loans-queries.ts';
import { UntilStep } from './until-step.tsx';
import { WhichStep } from './which-step.tsx';

/** What was chosen so far; `preview` is what the server says of it. */
interface Chosen {
  step: number;
  loans: ExtendedLoans | null;
  /** `YYYY-MM-DD`, null: until recalled. */
  periodEndsOn: string | null;
  preview: ExtensionPreview | null;
}

const NOTHING: Chosen = { step: 0, loans: null, periodEndsOn: null, preview: null };

/** `/extend-loans` (admin): which loans, until when, and what that changes, before it is confirmed. */
export function ExtendLoansScreen() {
  const t = useText();
  const [chosen, setChosen] = useState(NOTHING);
  const change = (part: Partial<Chosen>) => setChosen((before) => ({ ...before, ...part }));
  const { loans, preview } = chosen;
  return (
    <Page width="form">
      <PageHeader
        title={t('loanLife.extendTitle')}
        subtitle={t('loanLife.extendBody')}
        backTo="/loans"
      />
      <Panel>
        <Steps
          active={chosen.step}
          onStep={(step) => change({ step })}
          steps={[
            {
              title: t('loanLife.stepWhich'),
              content: <WhichStep onChosen={(next) => change({ step: 1, loans: next })} />,
            },
            {
              title: t('loanLife.stepUntil'),
              content: loans !== null && (
                <UntilStep
                  loans={loans}
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
                  onDone={() => setChosen(NOTHING)}
                />
              ),
            },
          ]}
        />
      </Panel>
    </Page>
  );
}
