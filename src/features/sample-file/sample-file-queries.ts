import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallInput } from '../../../contract/call.ts';
import { loanImportCalls } from '../../../contract/loan-import.ts';
import { sampleFileCalls } from '../../../contract/sample-file.ts';
import { saveBlob } from '../../lib/download.ts';
import { server } from '../../remote/session-client.ts';

/** 100,000 rows of a workbook take a while on a slow server. */
const TIMEOUT_MS = 10 * 60_000;

/** A sample's wish as the call takes it. */
export type SampleWish = NonNullable<CallInput<typeof sampleFileCalls.makeSampleFile>['query']>;

/** The saved mappings whose column names a sample may have. */
export function useMappingShapes() {
  return useQuery({
    queryKey: ['sample-file', 'mappings'],
    queryFn: ({ signal }) =>
      server.call(loanImportCalls.listLoanMappings, { query: {} }, { signal }),
    // Mappings are saved elsewhere.
    staleTime: 0,
    select: (answer) => answer.data,
  });
}

/** Makes a sample and hands it to the person; answers its file name. */
export function useMakeSample() {
  return useMutation({
    mutationFn: async (query: SampleWish) => {
      const file = await server.download(
        sampleFileCalls.makeSampleFile,
        { query },
        { timeoutMs: TIMEOUT_MS },
      );
      saveBlob(file);
      return file.fileName;
    },
  });
}
