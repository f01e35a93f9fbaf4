import { lines } from './ugly-file.ts';
import type { UglyFile } from './ugly-file.ts';

/** Banks, cooperative banks and regional rural banks: text files out of core banking programs. */
export const UGLY_BANKS: readonly UglyFile[] = [
  {
    title: 'a core banking report: titles, ruler lines, page footers, a repeated header, Dr and Cr',
    content: () =>
      Buffer.from(
        lines(
          'SAHYADRI GRAMIN BANK,,,,',
          'NPA REPORT AS ON 31/10/2026,,,,',
          'SOL ID : 0421,,,,',
          '---------------,,,,',
          'Foracid,A/c Name,O/S Bal,NPA Dt,Asset Classification',
          '042100310001,SHRI RAM PATIL,"45,210.35 Dr",30-06-2026,SUB STD',
          '042100310002,SMT. SITA BAI,"1,05,000.00 Dr",31/03/2025,DBT-1',
          'Page 1 of 2,,,,',
          'Foracid,A/c Name,O/S Bal,NPA Dt,Asset Classification',
          '042100310003,M/S KISAN TRADERS,250.00 Cr,,STD',
          '*** END OF REPORT ***,,,,',
        ),
      ),
    loans: [
      {
        Loan_ID: '042100310001',
        Customer_Name: 'SHRI RAM PATIL',
        Bucket: 'SUB STD',
        Total_Due_Amount: '45210',
        Due_Date: '2026-06-30',
      },
      {
        Loan_ID: '042100310002',
        Customer_Name: 'SMT. SITA BAI',
        Bucket: 'DBT-1',
        Total_Due_Amount: '105000',
        Due_Date: '2025-03-31',
      },
      {
        Loan_ID: '042100310003',
        Customer_Name: 'M/S KISAN TRADERS',
        Bucket: 'STD',
        Total_Due_Amount: '-250',
      },
    ],
    skipped: [8, 9, 11],
  },
  {
    title: 'all headings in Hindi, amounts and phones in Hindi digits, a Hindi total',
    content: () =>
      Buffer.from(
        `\uFEFF${lines(
          'ऋण खाता संख्या,ग्राहक का नाम,मोबाइल नंबर,पता,शहर,पिन कोड,बकाया राशि,देय तिथि',
          'स-१,रमेश कुमार,९८१२३४५६७८,ग्राम पोस्ट रामपुर,सीतापुर,२६१००१,"₹ १२,५००.५०",०५/११/२०२६',
          'स-२,सुनीता देवी,+९१ ९८१२३-४५६७९,,लखनऊ,,८००,१५ अक्टूबर २०२६',
          'कुल योग,,,,,,"13,300.50",',
        )}`,
      ),
    loans: [
      {
        Loan_ID: 'स-१',
        Customer_Name: 'रमेश कुमार',
        Mobile_Number: '9812345678',
        Address: 'ग्राम पोस्ट रामपुर',
        City: 'सीतापुर',
        Pincode: '261001',
        Total_Due_Amount: '12501',
        Due_Date: '2026-11-05',
      },
      {
        Loan_ID: 'स-२',
        Customer_Name: 'सुनीता देवी',
        Mobile_Number: '9812345679',
        City: 'लखनऊ',
        Total_Due_Amount: '800',
        Due_Date: '2026-10-15',
      },
    ],
    skipped: [4],
  },
  {
    title: 'a second set of Hindi headings: उधारकर्ता, संपर्क, अतिदेय, किस्त, शाखा',
    content: () =>
      Buffer.from(
        lines(
          'लोन आईडी;उधारकर्ता;संपर्क नं.;शाखा;कुल अतिदेय;किस्त राशि;अतिदेय दिन',
          'L-77;गीता वर्मा;9811111111;मेरठ;4,500;1,500;61 days',
        ),
      ),
    loans: [
      {
        Loan_ID: 'L-77',
        Customer_Name: 'गीता वर्मा',
        Mobile_Number: '9811111111',
        Branch: 'मेरठ',
        DPD: '61',
        EMI_Amount: '1500',
        Total_Due_Amount: '4500',
      },
    ],
  },
  {
    title: 'a cooperative bank: numbered columns below the header, member names, "Amt. Rs."',
    content: () =>
      Buffer.from(
        lines(
          'Sr No,Loan A/c No.,Name of Member,Cell No,Sanctioned Limit,Outstanding Bal. Rs.,Overdue Since',
          '1,2,3,4,5,6,7',
          '1,HP/112,Vilas Jadhav,9822012345,"5,00,000/-","3,45,678.00",31.03.2026',
          '2,HP/113,Alka More,020-24453344,"2,00,000/-","1,200.00",30.9.26',
          ',,,,Total,"3,46,878.00",',
        ),
      ),
    loans: [
      {
        Loan_ID: 'HP/112',
        Customer_Name: 'Vilas Jadhav',
        Mobile_Number: '9822012345',
        Loan_Amount: '500000',
        Total_Due_Amount: '345678',
        Due_Date: '2026-03-31',
      },
      {
        Loan_ID: 'HP/113',
        Customer_Name: 'Alka More',
        Mobile_Number: '2024453344',
        Loan_Amount: '200000',
        Total_Due_Amount: '1200',
        Due_Date: '2026-09-30',
      },
    ],
    skipped: [2, 5],
    kept: { 'HP/112': { 'Sr No': '1' } },
  },
  {
    title: 'sections by branch with a line of their own, subtotals and a grand total',
    content: () =>
      Buffer.from(
        lines(
          'Account No,Party Name,Phone,Irregular Amount',
          'Branch: Kolhapur,,,',
          'K1,Anil Desai,9890000001,1000',
          'K2,Sunil Desai,9890000002,2000',
          'Sub Total,,,3000',
          'Branch: Sangli,,,',
          'S1,Rekha Rao,9890000003,500',
          'Sub Total,,,500',
          'Grand Total (3 accounts),,,3500',
        ),
      ),
    loans: [
      {
        Loan_ID: 'K1',
        Customer_Name: 'Anil Desai',
        Mobile_Number: '9890000001',
        Total_Due_Amount: '1000',
      },
      {
        Loan_ID: 'K2',
        Customer_Name: 'Sunil Desai',
        Mobile_Number: '9890000002',
        Total_Due_Amount: '2000',
      },
      {
        Loan_ID: 'S1',
        Customer_Name: 'Rekha Rao',
        Mobile_Number: '9890000003',
        Total_Due_Amount: '500',
      },
    ],
    skipped: [2, 5, 6, 8, 9],
  },
  {
    title: 'Windows-1252 with semicolons, a nonbreaking space in amounts and a curly minus',
    content: () =>
      Buffer.from(
        lines(
          'Contract Number;Debtor Name;Net Payable;Last Receipt Dt',
          'C\u00e9-1;Ren\u00e9e D\u2019Silva;\u00a012,500.00;01-Oct-26',
          'C-2;Am\u00e9lie Rodrigues;\u2013500;',
        )
          .replace('\u2019', '\u0092')
          .replace('\u2013', '\u0096'),
        'latin1',
      ),
    loans: [
      {
        Loan_ID: 'Cé-1',
        Customer_Name: 'Renée D\u2019Silva',
        Total_Due_Amount: '12500',
        Last_Payment_Date: '2026-10-01',
      },
      { Loan_ID: 'C-2', Customer_Name: 'Amélie Rodrigues', Total_Due_Amount: '-500' },
    ],
  },
  {
    title: 'UTF-16 with tabs as "Unicode text", Hindi names, three phones in a cell',
    content: () =>
      Buffer.from(
        `\uFEFF${lines(
          'LOANACNO\tCUSTNAME\tMOBILENO\tOVERDUEAMT',
          'U1\tमोहन लाल\t9812345670/9812345671/9812345672\t"1,000"',
          'U2\tसीमा\t9812345673, 9812345674\t"2,000"',
        )}`,
        'utf16le',
      ),
    loans: [
      {
        Loan_ID: 'U1',
        Customer_Name: 'मोहन लाल',
        Mobile_Number: '9812345670',
        Alternate_Mobile_Number: '9812345671',
        Total_Due_Amount: '1000',
      },
      {
        Loan_ID: 'U2',
        Customer_Name: 'सीमा',
        Mobile_Number: '9812345673',
        Alternate_Mobile_Number: '9812345674',
        Total_Due_Amount: '2000',
      },
    ],
    kept: { U1: { MOBILENO: '9812345670/9812345671/9812345672' }, U2: {} },
  },
  {
    title: 'UTF-16 the other way round, cut by bars',
    content: () =>
      Buffer.from(`\uFEFF${lines('LAN|Borrower|Arrears', 'V1|Ela|750')}`, 'utf16le').swap16(),
    loans: [{ Loan_ID: 'V1', Customer_Name: 'Ela', Total_Due_Amount: '750' }],
  },
];
