import { fieldProblem } from '../../../contract/errors.ts';
import { sheetFields } from '../../../contract/sheet-mapping.ts';
import type { SheetKind } from '../../../contract/sheet-mapping.ts';
import { mapped, mappingProblems } from '../../components/column-mapping.tsx';
import type { Mapping } from '../../components/column-mapping.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** Checks a mapping of one kind of sheet; it says more than the loan, but for a bank's list, which may name paid loans only. */
export function useMappingCheck(kind: SheetKind) {
  const t = useText();
  const fields = sheetFields(kind).map(([name, { required }]) => ({ name, isRequired: required }));
  return (chosen: Mapping) => {
    const mapping = mapped(chosen);
    const problems = mappingProblems(fields, mapping);
    if (kind !== 'BANK_PAID' && Object.keys(mapping).length < 2)
      problems.push(fieldProblem('', 'not-valid', {}, t('activitySheets.oneMore')));
    return { mapping, problems };
  };
}
