/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that uses TinyXML-2.  FILE: reads it, walks over it, changes and copies it, and prints it;
   "attributes" FILE: makes one element with an attribute of each line, which is looked for before it is added. */
#include "tinyxml2.h"
#include <cstdio>
#include <cstring>
#include <fstream>
#include <string>

using namespace tinyxml2;

struct Counter : XMLVisitor {
    long elements = 0, attributes = 0, letters = 0;
    bool VisitEnter (const XMLElement &, const XMLAttribute *first) override
    {
        elements++;
        for (; first; first = first->Next ())
            attributes++;
        return true;
    }
    bool Visit (const XMLText &text) override
    {
        letters += (long) strlen (text.Value ());
        return true;
    }
};

static int
read (const char *name)
{
    XMLDocument document, copy;
    if (document.LoadFile (name) != XML_SUCCESS) {
        fprintf (stderr, "%s\n", document.ErrorStr ());
        return 1;
    }
    Counter counter;
    document.Accept (&counter);
    double sum = 0;
    for (XMLElement *book = document.RootElement ()->FirstChildElement ("book"); book;
         book = book->NextSiblingElement ("book")) {
        sum += book->DoubleAttribute ("price");
        book->SetAttribute ("authors", (int) (book->LastChildElement ("author") != nullptr));
        if (XMLElement *note = book->FirstChildElement ("note"))
            book->DeleteChild (note);
        XMLElement *added = document.NewElement ("added");
        added->SetText (book->IntAttribute ("year"));
        book->InsertEndChild (added);
    }
    document.DeepCopy (&copy);
    XMLPrinter printer;
    copy.Print (&printer);
    XMLDocument again;
    if (again.Parse (printer.CStr ()) != XML_SUCCESS)
        return 1;
    printf ("%ld elements, %ld attributes, %ld letters, %g\n", counter.elements, counter.attributes, counter.letters,
            sum);
    return 0;
}

static int
attributes (const char *name)
{
    std::ifstream names (name);
    std::string line;
    XMLDocument document;
    XMLElement *element = document.NewElement ("wide");
    document.InsertFirstChild (element);
    for (int i = 0; std::getline (names, line); i++)
        element->SetAttribute (line.c_str (), i);
    XMLPrinter printer;
    document.Print (&printer);
    printf ("%d bytes\n", printer.CStrSize ());
    return 0;
}

int
main (int argc, char **argv)
{
    if (argc == 3 && !strcmp (argv[1], "attributes"))
        return attributes (argv[2]);
    return argc != 2 || read (argv[1]);
}
