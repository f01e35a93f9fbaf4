import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';

interface RowButtonProps {
  words: string;
  /** Which row it is of, for those who do not see where it stands. */
  row: string;
  /** Where it leads, or what it does. */
  to: string | (() => void);
  isPending?: boolean;
  isDisabled?: boolean;
  isDangerous?: boolean;
}

/** A button at the end of a row. */
export function RowButton({ words, row, to, isPending, isDisabled, isDangerous }: RowButtonProps) {
  const looks = {
    size: 'compact-sm',
    variant: 'subtle',
    'aria-label': `${words}: ${row}`,
    loading: isPending === true,
    disabled: isDisabled === true,
    ...(isDangerous === true && { color: 'red' }),
  };
  if (typeof to === 'string')
    return (
      <Button component={Link} to={to} {...looks}>
        {words}
      </Button>
    );
  return (
    <Button onClick={to} {...looks}>
      {words}
    </Button>
  );
}

/** The same for a list's `rowActions`. */
export const rowButton = (words: string, row: string, to: RowButtonProps['to']) => (
  <RowButton words={words} row={row} to={to} />
);
