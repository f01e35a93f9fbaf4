import type { Role } from '../../contract/roles.ts';

/** A lender of the demo organisation and the file it sends. */
export interface DemoLender {
  readonly name: string;
  readonly loans: number;
  readonly format: 'csv' | 'xlsx';
  readonly cities: readonly string[];
  readonly manager: 'manager' | 'manager2';
}

/** The demo's lenders; about 3,000 loans in all. */
export const DEMO_LENDERS: readonly DemoLender[] = [
  {
    name: 'Suryodaya Housing',
    loans: 800,
    format: 'xlsx',
    cities: ['Pune', 'Nashik'],
    manager: 'manager',
  },
  {
    name: 'Konkan Gramin Credit',
    loans: 600,
    format: 'csv',
    cities: ['Mumbai', 'Thane', 'Pune'],
    manager: 'manager',
  },
  {
    name: 'Vindhya Finance',
    loans: 500,
    format: 'xlsx',
    cities: ['Mumbai', 'Nagpur'],
    manager: 'manager',
  },
  {
    name: 'Nilgiri Motors Credit',
    loans: 600,
    format: 'csv',
    cities: ['Chennai', 'Bengaluru'],
    manager: 'manager2',
  },
  {
    name: 'Aravali Microcredit',
    loans: 500,
    format: 'xlsx',
    cities: ['Delhi', 'Jaipur'],
    manager: 'manager2',
  },
];

/** A person of the demo organisation: the e-mail is `NAME@demo.recoup`. */
export interface DemoPerson {
  readonly name: string;
  readonly fullName: string;
  readonly role: Role;
  readonly manager?: 'manager' | 'manager2';
  readonly createdBy?: 'partner';
  /** Name of the lender, for the lender's people. */
  readonly lender?: string;
  readonly location?: 'D';
  /** Field agents: the cities they visit in. */
  readonly cities?: readonly string[];
}

const own = DEMO_LENDERS[0]?.name ?? '';

/** Everyone who can log in; who others refer to stands first. */
export const DEMO_PEOPLE: readonly DemoPerson[] = [
  { name: 'superadmin', fullName: 'Sarla Bhide', role: 'SUPER_ADMIN' },
  { name: 'admin', fullName: 'Arvind Kelkar', role: 'ADMIN' },
  { name: 'partner', fullName: 'Pallavi Sethi', role: 'PARTNER' },
  { name: 'manager', fullName: 'Meera Nambiar', role: 'MANAGER' },
  { name: 'manager2', fullName: 'Tejas Wagh', role: 'MANAGER', createdBy: 'partner' },
  { name: 'collector', fullName: 'Rohini Salve', role: 'COLLECTOR', manager: 'manager' },
  { name: 'collector2', fullName: 'Imtiaz Shaikh', role: 'COLLECTOR', manager: 'manager' },
  { name: 'collector3', fullName: 'Leena Fernandes', role: 'COLLECTOR', manager: 'manager' },
  {
    name: 'dialer',
    fullName: 'Dilip Ghatge',
    role: 'COLLECTOR',
    manager: 'manager',
    location: 'D',
  },
  {
    name: 'collector4',
    fullName: 'Kavya Raman',
    role: 'COLLECTOR',
    manager: 'manager2',
    createdBy: 'partner',
  },
  {
    name: 'collector5',
    fullName: 'Harpreet Gill',
    role: 'COLLECTOR',
    manager: 'manager2',
    createdBy: 'partner',
  },
  {
    name: 'collector6',
    fullName: 'Nitin Solanki',
    role: 'COLLECTOR',
    manager: 'manager2',
    createdBy: 'partner',
  },
  {
    name: 'fieldagent',
    fullName: 'Ganesh Mane',
    role: 'FIELD_AGENT',
    manager: 'manager',
    cities: ['Pune', 'Nashik'],
  },
  {
    name: 'fieldagent2',
    fullName: 'Sunita Lokhande',
    role: 'FIELD_AGENT',
    manager: 'manager',
    cities: ['Mumbai', 'Thane'],
  },
  {
    name: 'fieldagent3',
    fullName: 'Murugan Selvam',
    role: 'FIELD_AGENT',
    manager: 'manager2',
    cities: ['Chennai', 'Bengaluru'],
  },
  {
    name: 'fieldagent4',
    fullName: 'Balram Meena',
    role: 'FIELD_AGENT',
    manager: 'manager2',
    cities: ['Delhi', 'Jaipur'],
  },
  { name: 'clientadmin', fullName: 'Chitra Balan', role: 'CLIENT_ADMIN', lender: own },
  { name: 'customer', fullName: 'Kunal Deo', role: 'CUSTOMER', lender: own },
  { name: 'client', fullName: 'Farida Contractor', role: 'CLIENT', lender: own },
];

/** The e-mail of a demo user. */
export const demoEmail = (name: string): string => `${name}@demo.recoup`;
