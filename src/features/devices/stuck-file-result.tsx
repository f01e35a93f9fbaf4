import { StatusChip } from '../../components/status-chip.tsx';
import type { Tone } from '../../components/status-chip.tsx';
import { formatCount } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import type { StuckWork } from './device-queries.ts';
import classes from './devices.module.css';

type Outcome = StuckWork['receipts'][number]['outcome'];

const TONES: Record<Outcome, Tone> = {
  DONE: 'good',
  HELD: 'info',
  REFUSED: 'danger',
  RETRY: 'warn',
};

interface Line {
  id: string;
  words: string;
  outcome: Outcome;
  message: string | undefined;
}

/** What became of a file with stuck work: how much was stored, then item by item, what was not stored first. */
export function StuckFileResult({ result }: { result: StuckWork }) {
  const t = useText();
  const lines: Line[] = [
    ...result.receipts.map(({ opId, outcome, message }, at) => ({
      id: opId,
      words: t('devices.stuckItem', { number: at + 1 }),
      outcome,
      message,
    })),
    ...result.files.map(({ _id, outcome, message }, at) => ({
      id: _id,
      words: t('devices.stuckFileItem', { number: at + 1 }),
      outcome,
      message,
    })),
  ];
  const done = lines.filter((line) => line.outcome === 'DONE');
  const rest = lines.filter((line) => line.outcome !== 'DONE');
  return (
    <section className={classes.result} aria-live="polite">
      <h3 className={classes.partTitle}>{t('devices.stuckResult', { name: result.agentName })}</h3>
      {lines.length === 0 ? (
        <p>{t('devices.stuckEmpty')}</p>
      ) : (
        <p>
          {`${t('devices.stuckSummary', { done: formatCount(done.length), total: formatCount(lines.length) })}. `}
          {t(rest.length === 0 ? 'devices.stuckAllDone' : 'devices.stuckRest')}
        </p>
      )}
      <ul className={classes.lines}>
        {[...rest, ...done].map((line) => (
          <li key={line.id} className={classes.line}>
            <span className={classes.name}>
              {line.words}
              {line.outcome !== 'DONE' && line.message !== undefined && (
                <span className="rc-quiet">{line.message}</span>
              )}
            </span>
            <StatusChip tone={TONES[line.outcome]} label={t(`devices.outcome.${line.outcome}`)} />
          </li>
        ))}
      </ul>
    </section>
  );
}
