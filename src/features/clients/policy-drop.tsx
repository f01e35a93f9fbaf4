import { MOST_POLICIES, POLICY_BYTES } from '../../../contract/client.ts';
import { FileDrop } from '../../components/file-drop.tsx';
import { useText } from '../../lib/texts/texts.ts';

/** What a policy's name may end with; the server tells its kind by the content. */
const ENDINGS = ['.pdf', '.docx', '.xlsx', '.jpg', '.jpeg', '.png', '.webp'];

/** Where policies are chosen. */
export function PolicyDrop(props: {
  files: readonly File[];
  onFiles: (files: readonly File[]) => void;
}) {
  const t = useText();
  return (
    <FileDrop
      label={t('clients.choosePolicies')}
      endings={ENDINGS}
      maxBytes={POLICY_BYTES}
      hint={t('clients.policyHint')}
      most={MOST_POLICIES}
      files={props.files}
      onFiles={props.onFiles}
    />
  );
}
