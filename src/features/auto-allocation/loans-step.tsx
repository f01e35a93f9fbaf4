import { Button, Switch } from '@mantine/core';
import { FilterBar } from '../../components/filter-bar.tsx';
import type { FilterField, FilterOption } from '../../components/filter-control.tsx';
import { givenFilters } from '../../components/given-filters.ts';
import { LoadProblem } from '../../components/load-problem.tsx';
import type { UrlFilters } from '../../components/use-url-filters.ts';
import { useLoanValues } from '../../data/choices.ts';
import { formatCount, formatRupees } from '../../lib/money.ts';
import { useText } from '../../lib/texts/texts.ts';
import { useAllocatable } from './allocation-queries.ts';
import type { RunFilter, RunKind } from './allocation-queries.ts';
import { KindChoice } from './kind-choice.tsx';
import classes from './auto-allocation.module.css';

/** Which loans are shared out, as the address holds it. */
export const RUN_FILTERS = {
  search: 'text',
  client: 'list',
  bucket: 'list',
  city: 'list',
  product: 'list',
  minDue: 'amount',
  maxDue: 'amount',
  batchNo: 'amount',
} as const;

/** The filter that the address stands for. */
export function runFilterOf(values: UrlFilters<typeof RUN_FILTERS>['values']): RunFilter {
  return givenFilters<typeof RUN_FILTERS>(values);
}

interface LoansStepProps {
  url: UrlFilters<typeof RUN_FILTERS>;
  kinds: readonly RunKind[];
  kind: RunKind;
  onKind: (kind: RunKind) => void;
  takesOver: boolean;
  onTakesOver: (takesOver: boolean) => void;
  onNext: () => void;
}

/** Step 1: which loans, with a count that goes along. */
export function LoansStep(props: LoansStepProps) {
  const { url, kind, takesOver } = props;
  const t = useText();
  const fields = useFilterFields();
  const count = useAllocatable(kind, runFilterOf(url.values), takesOver);
  const loans = count.data?.loans;
  return (
    <div className={classes.step}>
      <div className={classes.field}>
        <KindChoice kinds={props.kinds} value={kind} onChange={props.onKind} />
        <p className="rc-quiet">{t(`autoAllocation.kindHelp${kind}`)}</p>
      </div>
      <FilterBar
        filters={url}
        fields={fields}
        searchKey="search"
        searchLabel={t('autoAllocation.findLoans')}
        shownFields={3}
      />
      <Switch
        label={t('autoAllocation.takesOver')}
        description={t('autoAllocation.takesOverHelp')}
        checked={takesOver}
        onChange={(event) => props.onTakesOver(event.currentTarget.checked)}
      />
      {count.isError && count.data === undefined ? (
        <LoadProblem error={count.error} onRetry={() => void count.refetch()} />
      ) : (
        <output className={classes.count} aria-busy={count.isFetching}>
          {loans === undefined ? (
            t('autoAllocation.counting')
          ) : loans === 0 ? (
            t(url.isFiltered ? 'autoAllocation.noneMatch' : 'autoAllocation.unallocatedNone')
          ) : (
            <>
              <strong>
                {t('autoAllocation.countLoans', { count: loans, loans: formatCount(loans) })}
              </strong>
              <span className="rc-quiet">
                {t('autoAllocation.due', { amount: formatRupees(count.data?.due) })}
              </span>
            </>
          )}
        </output>
      )}
      <div className={classes.actions}>
        <Button disabled={loans === undefined || loans === 0} onClick={props.onNext}>
          {t('autoAllocation.toWhom')}
        </Button>
      </div>
    </div>
  );
}

const asOption = (value: string): FilterOption => ({ value, label: value });

const multi = (key: string, label: string, options: readonly string[] = []) => ({
  kind: 'multi' as const,
  key,
  label,
  options: options.map(asOption),
});

function useFilterFields(): FilterField[] {
  const t = useText();
  const values = useLoanValues().data;
  const fields: FilterField[] = [
    multi('client', t('loanFields.Client_Name'), values?.clients),
    multi('bucket', t('loanFields.Bucket'), values?.buckets),
    multi('city', t('loanFields.City'), values?.cities),
    multi('product', t('loanFields.Product'), values?.products),
    {
      kind: 'amountRange',
      minKey: 'minDue',
      maxKey: 'maxDue',
      label: t('loanFields.Total_Due_Amount'),
    },
  ];
  return fields.filter((field) => !('options' in field) || field.options.length > 0);
}
