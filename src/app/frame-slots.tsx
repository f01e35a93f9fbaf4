import type { ComponentType, ReactNode } from 'react';
import { ContactStandingContext } from '../components/contact-standing-slot.tsx';
import type { ContactStandingProps } from '../components/contact-standing-slot.tsx';
import { ListExportContext } from '../components/list-export-slot.tsx';
import type { ListExportProps } from '../components/list-export-slot.tsx';
import { loadAllTexts } from '../lib/texts/texts.ts';
import { lazyPart } from './lazy-part.ts';

/** A part whose words are not among the early ones. */
async function standingPanel(): Promise<ComponentType<ContactStandingProps>> {
  const [panel] = await Promise.all([
    import('../features/contact-rules/contact-standing-panel.tsx'),
    loadAllTexts(),
  ]);
  return panel.ContactStandingPanel;
}

const ContactStandingPanel = lazyPart(standingPanel);

const renderStanding = (props: ContactStandingProps) => <ContactStandingPanel {...props} />;

const ListExportMenu = lazyPart<ListExportProps>(
  async () => (await import('../features/list-exports/list-export-menu.tsx')).ListExportMenu,
);

const renderExport = (props: ListExportProps) => <ListExportMenu {...props} />;

/** No feature knows another: what one has for the screens of all reaches them through here. */
export function FrameSlots({ children }: { children: ReactNode }) {
  return (
    <ContactStandingContext value={renderStanding}>
      <ListExportContext value={renderExport}>{children}</ListExportContext>
    </ContactStandingContext>
  );
}
