import { Notice } from '../../components/notice.tsx';
import { useDeviceQuery } from '../../data/device-query.ts';
import { useText } from '../../lib/texts/texts.ts';
import { roomForPhoto } from '../../offline/storage.ts';

/** Says before a photo is taken that this phone is nearly full or full; nothing while there is room. */
export function PhotoRoomNotice({ fileCount }: { fileCount: number }) {
  const t = useText();
  const room = useDeviceQuery({
    key: ['field-loan', 'photo-room', fileCount],
    topics: ['delivery', 'pull'],
    load: () => roomForPhoto(),
    // What was so at another photo or visit says nothing about this one.
    isReadAnew: 'only',
  });
  if (room.data === undefined || room.data === 'enough') return null;
  const isFull = room.data === 'full';
  return (
    <Notice
      isAlert={isFull}
      tone={isFull ? 'danger' : 'warn'}
      title={t(isFull ? 'fieldLoan.visit.phoneFull' : 'fieldLoan.visit.phoneLow')}
    >
      {t(isFull ? 'fieldLoan.visit.phoneFullBody' : 'fieldLoan.visit.phoneLowBody')}
    </Notice>
  );
}
